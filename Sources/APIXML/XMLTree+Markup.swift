import APIRuntime

/// Checks of a document's bytes, in which markup is in ASCII.
extension XMLTree {
    /// Returns whether a document begins with an XML declaration.
    static func hasDeclaration(_ body: [UInt8]) -> Bool {
        let start = Array("<?xml".utf8)
        return body.starts(with: start) && body.count > start.count && isSpace(body[start.count])
    }

    /// Returns whether a document begins with markup in ASCII, unlike one in EBCDIC, which the parser detects too.
    static func beginsWithMarkup(_ body: [UInt8]) -> Bool {
        body.first { !isSpace($0) } == 0x3C
    }

    /// The maximum number of attributes of an element; the time that parsers take grows with its square.
    static let maximumAttributes = 20_000

    /// Returns a document with empty comments in place of its comments and processing instructions.
    ///
    /// The parser of Foundation on Linux ends the process at an instruction without content, such as `<?page-break?>`,
    /// and continues after errors, so that it may find an instruction in what was a comment. It receives none.
    ///
    /// - Throws: ``DecodingFailure`` if the markup is not well-formed.
    static func simplified(_ body: [UInt8]) throws(DecodingFailure) -> [UInt8] {
        guard hasOnlyXMLCharacters(body) else {
            throw DecodingFailure(.syntax, "the document contains a character that XML does not allow")
        }
        var kept: [UInt8] = []
        var rest = body[...]
        while let start = rest.firstIndex(of: 0x3C) {
            kept += rest[..<start]
            rest = rest[start...]
            guard !hasDeclaration(Array(rest.prefix(6))), let end = endOfMarkup(rest) else {
                throw DecodingFailure(.syntax, "the body is not XML")
            }
            let markup = rest[..<end]
            if markup.starts(with: "<?".utf8) || markup.starts(with: "<!--".utf8) {
                kept += "<!---->".utf8
            } else if markup.starts(with: "<![CDATA[".utf8) {
                kept += withoutInstructions(inSection: markup)
            } else {
                guard attributeCount(markup) <= maximumAttributes else {
                    throw DecodingFailure(.syntax, "an element has more than \(maximumAttributes) attributes")
                }
                kept += markup
            }
            rest = rest[end...]
        }
        return kept + rest
    }

    /// Returns whether a document has no control characters but those for spaces, and none of the two noncharacters that XML
    /// excludes.
    private static func hasOnlyXMLCharacters(_ text: [UInt8]) -> Bool {
        var previous: (UInt8, UInt8) = (0, 0)
        for byte in text {
            if byte < 0x20, !isSpace(byte) { return false }
            if byte >= 0xBE, byte <= 0xBF, previous == (0xEF, 0xBF) { return false }
            previous = (previous.1, byte)
        }
        return true
    }

    /// Returns a section in which what looks like an instruction is divided between two sections.
    private static func withoutInstructions(inSection section: ArraySlice<UInt8>) -> [UInt8] {
        var kept: [UInt8] = []
        for byte in section {
            if byte == 0x3F, kept.last == 0x3C { kept += "]]><![CDATA[".utf8 }
            kept.append(byte)
        }
        return kept
    }

    /// Returns the number of attributes of a tag.
    private static func attributeCount(_ tag: ArraySlice<UInt8>) -> Int {
        var quote: UInt8?
        var count = 0
        for byte in tag {
            if let open = quote {
                guard byte == open else { continue }
                quote = nil
                count += 1
            } else if byte == 0x22 || byte == 0x27 {
                quote = byte
            }
        }
        return count
    }

    /// Returns the index after the instruction, the comment, the section or the tag at the beginning; `nil` if it has no
    /// end, or if a `<` is in a tag.
    private static func endOfMarkup(_ rest: ArraySlice<UInt8>) -> Int? {
        for (start, mark) in [("<?", "?>"), ("<!--", "-->"), ("<![CDATA[", "]]>")] where rest.starts(with: start.utf8) {
            return end(of: rest.dropFirst(start.utf8.count), mark)
        }
        // A document type was refused before, and nothing else begins in this way.
        guard rest.dropFirst().first != 0x21, let end = endOfTag(rest),
            !rest[(rest.startIndex + 1)...end].contains(0x3C)
        else { return nil }
        return end + 1
    }

    /// Returns the index after the first occurrence of a mark; `nil` if there is none.
    static func end(of bytes: ArraySlice<UInt8>, _ mark: String) -> Int? {
        let count = skipping(past: mark, in: bytes).count
        let isFound = count > 0 || bytes.suffix(mark.utf8.count).elementsEqual(mark.utf8)
        return isFound ? bytes.endIndex - count : nil
    }

    /// Returns whether only space, comments and processing instructions follow the root element of a document that is
    /// well-formed up to the end of that element.
    static func endsWithRoot(_ body: [UInt8]) -> Bool {
        var rest = body[...]
        var depth = 0
        var hasRoot = false
        while let start = rest.firstIndex(of: 0x3C) {
            guard depth > 0 || rest[..<start].allSatisfy(isSpace) else { return false }
            rest = rest[start...]
            if rest.starts(with: "<!--".utf8) {
                rest = skipping(past: "-->", in: rest.dropFirst(4))
            } else if depth > 0, rest.starts(with: "<![CDATA[".utf8) {
                rest = skipping(past: "]]>", in: rest)
            } else if rest.starts(with: "<?".utf8) {
                rest = skipping(past: "?>", in: rest)
            } else {
                guard depth > 0 || !hasRoot, let end = endOfTag(rest) else { return false }
                hasRoot = true
                if rest.dropFirst().first == 0x2F {
                    depth -= 1
                } else if rest[end - 1] != 0x2F {
                    depth += 1
                }
                rest = rest[(end + 1)...]
            }
        }
        return depth == 0 && rest.allSatisfy(isSpace)
    }

    /// Returns the index of the `>` that ends a tag, which may also be in the value of an attribute.
    private static func endOfTag(_ tag: ArraySlice<UInt8>) -> Int? {
        var quote: UInt8?
        for index in tag.indices {
            let byte = tag[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == 0x22 || byte == 0x27 {
                quote = byte
            } else if byte == 0x3E {
                return index
            }
        }
        return nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        [0x20, 0x09, 0x0A, 0x0D].contains(byte)
    }
}
