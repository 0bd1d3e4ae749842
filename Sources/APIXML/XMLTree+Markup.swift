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

    /// Returns whether the bytes of markup are those of ASCII in the encodings that a document declares.
    ///
    /// In UTF-7 and in encodings with escape sequences, a document type declaration has other bytes, which the parser decodes
    /// after they were checked.
    static func isEncodingReadable(_ encodings: [String]) -> Bool {
        // Only one may be named, and the parser reads the first.
        encodings.count < 2 && encodings.allSatisfy(isASCIISuperset)
    }

    /// Returns whether the bytes of a document are valid in the encodings that it declares.
    ///
    /// The parser of Foundation on Linux ends the process at a name that is not valid in UTF-8. It converts other encodings.
    static func isValid(_ body: [UInt8], in encodings: [String]) -> Bool {
        let isConverted = encodings.contains { !["utf-8", "utf8", "utf-16", "us-ascii", "ascii"].contains($0) }
        return isConverted || CharsetText.validText(body, charset: "utf-8") != nil
    }

    /// Returns the names of the encodings in a document's XML declaration, in lower case; `nil` if the declaration is not
    /// valid.
    static func declaredEncodings(_ body: [UInt8]) -> [String]? {
        guard hasDeclaration(body) else { return [] }
        let rest = body.dropFirst(5)
        let declaration = rest.dropLast(skipping(past: "?>", in: rest).count)
        // Values alternate with the names before them.
        let pieces = declaration.split(omittingEmptySubsequences: false) { $0 == 0x22 || $0 == 0x27 }
            .map { String(decoding: $0, as: UTF8.self).lowercased() }
        guard !pieces.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: pieces.count - 1, by: 2).filter { pieces[$0].contains("encoding") }
            .map { pieces[$0 + 1] }
    }

    /// Returns whether ASCII characters have the same bytes in an encoding, and no other character has the bytes of `<`.
    ///
    /// A document in UTF-16 has a byte order mark, so that the name in an unmarked document has no effect.
    private static func isASCIISuperset(_ name: String) -> Bool {
        let families = ["iso-8859-", "iso8859-", "windows-125", "cp125"]
        if let family = families.first(where: { name.hasPrefix($0) }) {
            let number = name.utf8.dropFirst(family.utf8.count)
            return (1...2).contains(number.count) && number.allSatisfy { (0x30...0x39).contains($0) }
        }
        return [
            "utf-8", "utf8", "utf-16", "us-ascii", "ascii", "latin1", "latin2", "koi8-r", "koi8-u", "euc-jp", "euc-kr",
            "shift_jis", "windows-31j", "gb2312", "gbk", "gb18030", "big5",
        ].contains(name)
    }

    /// Returns a document without its processing instructions.
    ///
    /// The parser of Foundation on Linux ends the process at one without content, such as `<?page-break?>`.
    static func withoutInstructions(_ body: [UInt8]) -> [UInt8] {
        // The XML declaration is none, at the beginning or, with an error, elsewhere.
        func isDeclaration(_ text: ArraySlice<UInt8>) -> Bool {
            text.starts(with: "<?xml".utf8) && text.dropFirst(5).first.map(isSpace) == true
        }
        var kept: [UInt8] = []
        var rest = body[...]
        while let start = rest.firstIndex(of: 0x3C) {
            kept += rest[..<start]
            rest = rest[start...]
            if rest.starts(with: "<?".utf8), !isDeclaration(rest) {
                guard let end = end(of: rest, "?>") else { break }
                rest = rest[end...]
            } else {
                let mark = rest.starts(with: "<!--".utf8) ? "-->" : rest.starts(with: "<![CDATA[".utf8) ? "]]>" : nil
                let next = mark.flatMap { end(of: rest, $0) } ?? rest.index(after: start)
                kept += rest[..<next]
                rest = rest[next...]
            }
        }
        return kept + rest
    }

    /// Returns the index after the first occurrence of a mark; `nil` if there is none.
    private static func end(of bytes: ArraySlice<UInt8>, _ mark: String) -> Int? {
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
