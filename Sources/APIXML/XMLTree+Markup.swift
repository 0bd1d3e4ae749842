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

    /// Returns a document without its processing instructions; `nil` if its markup is not well-formed.
    ///
    /// The parser of Foundation on Linux ends the process at an instruction without content, such as `<?page-break?>`,
    /// and continues after some errors. So an instruction must not be hidden in anything that it would not read as a
    /// comment or a section.
    static func withoutInstructions(_ body: [UInt8], in encodings: [String]) -> [UInt8]? {
        var kept: [UInt8] = []
        var rest = body[...]
        if hasDeclaration(body) {
            guard let end = end(of: rest, "?>"), !rest[1..<end].contains(0x3C) else { return nil }
            kept += rest[..<end]
            rest = rest[end...]
        }
        while let start = rest.firstIndex(of: 0x3C) {
            kept += rest[..<start]
            rest = rest[start...]
            let isInstruction = rest.starts(with: "<?".utf8)
            guard !isInstruction || isRemovable(rest, in: encodings), let end = endOfMarkup(rest) else { return nil }
            if !isInstruction { kept += rest[..<end] }
            rest = rest[end...]
        }
        return kept + rest
    }

    /// Returns whether the instruction at the beginning is no second XML declaration, and was not found in the text of
    /// characters with two bytes, whose second one may be a `]`.
    private static func isRemovable(_ instruction: ArraySlice<UInt8>, in encodings: [String]) -> Bool {
        !hasDeclaration(Array(instruction.prefix(6))) && encodings.allSatisfy { !hasBracketsInCharacters($0) }
    }

    private static func hasBracketsInCharacters(_ encoding: String) -> Bool {
        ["shift_jis", "windows-31j", "gbk", "gb18030", "big5"].contains(encoding)
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
