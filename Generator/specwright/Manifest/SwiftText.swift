/// The brackets, strings and comments of a Swift source text, as far as an edit of a manifest requires.
struct SwiftText {

    /// The text as UTF-8.
    let bytes: [UInt8]
    /// The kind of each byte.
    private let kinds: [Kind]

    private enum Kind {
        case code, string, comment
    }

    /// Reads a text; `nil` if a string, a comment or a bracket is not closed.
    init?(_ text: String) {
        bytes = Array(text.utf8)
        guard let kinds = Self.scan(bytes) else { return nil }
        self.kinds = kinds
        var open: [UInt8] = []
        for index in bytes.indices where kinds[index] == .code {
            if let end = Self.closing[bytes[index]] {
                open.append(end)
            } else if Self.closing.values.contains(bytes[index]), open.popLast() != bytes[index] {
                return nil
            }
        }
        guard open.isEmpty else { return nil }
    }

    private static let closing: [UInt8: UInt8] = [
        UInt8(ascii: "("): UInt8(ascii: ")"), UInt8(ascii: "["): UInt8(ascii: "]"),
        UInt8(ascii: "{"): UInt8(ascii: "}"),
    ]

    /// Returns the text of a range.
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Returns whether a byte is part of a string, or code other than a space.
    func isContent(_ index: Int) -> Bool {
        kinds[index] == .string || (kinds[index] == .code && !Self.isSpace(bytes[index]))
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// Returns the positions of a string of code, such as `Package(`, that does not follow a letter, a digit or a dot.
    func positions(ofCode word: String) -> [Int] {
        let word = Array(word.utf8)
        guard bytes.count >= word.count else { return [] }
        return (0...bytes.count - word.count).filter { start in
            guard kinds[start] == .code, bytes[start..<start + word.count].elementsEqual(word) else { return false }
            return start == 0 || !Self.isNamePart(bytes[start - 1])
        }
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "`")
            || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            || byte >= 0x80
    }

    /// Returns the position of the bracket that closes the one at a position.
    func end(ofBracketAt start: Int) -> Int? {
        var depth = 0
        for index in start..<bytes.count where kinds[index] == .code {
            if Self.closing[bytes[index]] != nil { depth += 1 }
            if Self.closing.values.contains(bytes[index]) {
                depth -= 1
                if depth == 0 { return index }
            }
        }
        return nil
    }

    /// The arguments of a call, each with its label and the range of its value without spaces and comments around it.
    func arguments(ofCallAt open: Int) -> [(label: String, value: Range<Int>)] {
        guard let end = end(ofBracketAt: open) else { return [] }
        var parts: [Range<Int>] = []
        var start = open + 1
        var depth = 0
        for index in open + 1..<end where kinds[index] == .code {
            if Self.closing[bytes[index]] != nil { depth += 1 }
            if Self.closing.values.contains(bytes[index]) { depth -= 1 }
            if depth == 0, bytes[index] == UInt8(ascii: ",") {
                parts.append(start..<index)
                start = index + 1
            }
        }
        parts.append(start..<end)
        return parts.compactMap(argument)
    }

    private func argument(_ range: Range<Int>) -> (label: String, value: Range<Int>)? {
        guard let colon = range.first(where: { kinds[$0] == .code && bytes[$0] == UInt8(ascii: ":") }),
            let first = (colon + 1..<range.upperBound).first(where: isContent),
            let last = (colon + 1..<range.upperBound).last(where: isContent)
        else { return nil }
        let label = (range.lowerBound..<colon).filter(isContent).map { bytes[$0] }
        return (String(decoding: label, as: UTF8.self), first..<last + 1)
    }

    /// Returns the kind of each byte.
    private static func scan(_ bytes: [UInt8]) -> [Kind]? {
        var kinds = [Kind](repeating: .code, count: bytes.count)
        var index = 0
        while index < bytes.count {
            guard let end = end(ofTextAt: index, in: bytes) else { return nil }
            let kind = bytes[index] == UInt8(ascii: "/") ? Kind.comment : .string
            for position in index..<end { kinds[position] = kind }
            index = max(end, index + 1)
        }
        return kinds
    }

    /// Returns the end of the comment or string at a position: the position itself if there is none, `nil` if it is not
    /// closed.
    private static func end(ofTextAt start: Int, in bytes: [UInt8]) -> Int? {
        let rest = bytes[start...]
        if rest.starts(with: "//".utf8) {
            return rest.firstIndex(of: 0x0A) ?? bytes.count
        }
        if rest.starts(with: "/*".utf8) {
            return end(ofCommentAt: start, in: bytes)
        }
        let hashes = rest.prefix { $0 == UInt8(ascii: "#") }.count
        guard start + hashes < bytes.count, bytes[start + hashes] == UInt8(ascii: "\"") else { return start }
        let isLong = bytes[(start + hashes)...].starts(with: "\"\"\"".utf8)
        let quotes = [UInt8](repeating: UInt8(ascii: "\""), count: isLong ? 3 : 1)
        let pounds = [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
        let escape = Array("\\".utf8) + pounds
        var index = start + hashes + quotes.count
        while index < bytes.count {
            if bytes[index...].starts(with: quotes + pounds) { return index + quotes.count + hashes }
            if bytes[index...].starts(with: escape) {
                // An interpolation may contain further strings; such a manifest is not edited.
                if bytes[(index + escape.count)...].first == UInt8(ascii: "(") { return nil }
                index += escape.count
            } else if !isLong, bytes[index] == 0x0A {
                return nil
            }
            index += 1
        }
        return nil
    }

    /// Returns the end of a comment that may contain others.
    private static func end(ofCommentAt start: Int, in bytes: [UInt8]) -> Int? {
        var depth = 0
        var index = start
        while index + 1 < bytes.count {
            if bytes[index...].starts(with: "/*".utf8) {
                depth += 1
                index += 2
            } else if bytes[index...].starts(with: "*/".utf8) {
                depth -= 1
                index += 2
                if depth == 0 { return index }
            } else {
                index += 1
            }
        }
        return nil
    }
}
