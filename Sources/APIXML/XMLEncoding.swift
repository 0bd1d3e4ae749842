import APIRuntime
import Foundation

/// The encodings of documents, which are converted before the parser sees them.
///
/// The parser of Foundation on Linux ends the process at a name that is not valid in UTF-8, and continues after a
/// declaration that it does not understand.
enum XMLEncoding {
    /// Returns the text of a document in UTF-8, without a byte order mark and an XML declaration.
    ///
    /// Every processor of XML reads UTF-16, which begins with a byte order mark (XML 1.0, section 4.3.3).
    ///
    /// - Throws: ``DecodingFailure`` if the document is in an unknown encoding, or is not valid in its encoding.
    static func text(of body: [UInt8]) throws(DecodingFailure) -> [UInt8] {
        // A mark takes precedence over the encoding that the XML declaration names.
        let marked = try textAfterMark(body)
        let text = marked ?? body
        // Text with two bytes per character would hide a document type declaration, and so would EBCDIC.
        guard !text.contains(0) else {
            throw DecodingFailure(.syntax, "the document is neither in UTF-8 nor in UTF-16 with a byte order mark")
        }
        guard XMLTree.beginsWithMarkup(text) else { throw DecodingFailure(.syntax, "the body is not XML") }
        guard XMLTree.hasDeclaration(text) else { return try valid(text) }
        guard let end = XMLTree.end(of: text[...], "?>"), let name = declaredName(text[5..<(end - 2)]) else {
            throw DecodingFailure(.syntax, "the XML declaration is not valid")
        }
        let content = Array(text[end...])
        guard marked == nil, !name.isEmpty else { return try valid(content) }
        return try converted(content, from: name)
    }

    private static func textAfterMark(_ body: [UInt8]) throws(DecodingFailure) -> [UInt8]? {
        if body.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(body.dropFirst(3)) }
        let isLittle = body.starts(with: [0xFF, 0xFE])
        guard isLittle || body.starts(with: [0xFE, 0xFF]) else { return nil }
        let units = stride(from: 2, to: body.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(body[index]), UInt16(body[index + 1]))
            return isLittle ? second << 8 | first : first << 8 | second
        }
        var text: [UInt8] = []
        let isBroken = transcode(units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: true) {
            text.append($0)
        }
        guard !isBroken, body.count.isMultiple(of: 2) else {
            throw DecodingFailure(.syntax, "the document is neither in UTF-8 nor in UTF-16 with a byte order mark")
        }
        return text
    }

    /// Returns the encoding that a declaration names, in lower case; an empty string without one, and `nil` if the
    /// declaration is not valid.
    private static func declaredName(_ declaration: ArraySlice<UInt8>) -> String? {
        let grammar =
            #/
            \s+ version \s*=\s* (?: "1\.[0-9]+" | '1\.[0-9]+' )
            (?: \s+ encoding \s*=\s* (?: "([^"<]*)" | '([^'<]*)' ) )?
            (?: \s+ standalone \s*=\s* (?: "(?:yes|no)" | '(?:yes|no)' ) )?
            \s*
            /#
        guard declaration.count < 256, let match = String(decoding: declaration, as: UTF8.self).wholeMatch(of: grammar)
        else { return nil }
        guard let name = match.1 ?? match.2 else { return "" }
        return name.isEmpty ? "unknown" : name.lowercased()
    }

    private static func converted(_ content: [UInt8], from name: String) throws(DecodingFailure) -> [UInt8] {
        // A document in UTF-16 has a byte order mark, so that the name in an unmarked one has no effect.
        if ["utf-8", "utf8", "utf-16", "us-ascii", "ascii"].contains(name) { return try valid(content) }
        guard let encoding = encoding(named: name) else {
            throw DecodingFailure(.syntax, "the encoding that the document declares is not supported")
        }
        guard let text = String(data: Data(content), encoding: encoding) else {
            throw DecodingFailure(.syntax, "the document is not valid in the encoding that it declares")
        }
        return Array(text.utf8)
    }

    private static func valid(_ text: [UInt8]) throws(DecodingFailure) -> [UInt8] {
        guard CharsetText.validText(text, charset: "utf-8") != nil else {
            throw DecodingFailure(.syntax, "the document is not valid UTF-8")
        }
        return text
    }

    /// Returns the encoding with a name in which ASCII characters have the same bytes; `nil` for any other name.
    private static func encoding(named name: String) -> String.Encoding? {
        for (prefix, first, numbers) in [
            ("iso-8859-", 0x200, 1...16), ("iso8859-", 0x200, 1...16), ("windows-125", 0x500, 0...8),
            ("cp125", 0x500, 0...8),
        ] where name.hasPrefix(prefix) {
            // Windows-1252 is the first one of its family, before 1250 and 1251.
            let windows = [0x501, 0x502, 0x500, 0x503, 0x504, 0x505, 0x506, 0x507, 0x508]
            guard let number = Int(name.dropFirst(prefix.count)), numbers.contains(number) else { return nil }
            return foundation(first == 0x200 ? first + number : windows[number])
        }
        return others[name].map(foundation)
    }

    private static func foundation(_ number: Int) -> String.Encoding {
        String.Encoding(rawValue: 0x8000_0000 | UInt(number))
    }

    /// The numbers of Core Foundation, also on Linux.
    private static let others = [
        "latin1": 0x201, "latin2": 0x202, "koi8-r": 0xA02, "koi8-u": 0xA08, "euc-kr": 0x940,
        "shift_jis": 0xA01, "windows-31j": 0x420, "gb2312": 0x930, "gbk": 0x632, "gb18030": 0x632, "big5": 0xA03,
    ]
}
