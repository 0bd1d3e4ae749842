extension StringProtocol {
    /// The string without leading and trailing spaces.
    var trimmed: String {
        if let first = unicodeScalars.first, let last = unicodeScalars.last, "!"..."~" ~= first, "!"..."~" ~= last {
            return String(self)
        }
        let start = firstIndex { !$0.isWhitespace } ?? endIndex
        let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? start
        return start < end ? String(self[start..<end]) : ""
    }
}

extension StringProtocol {
    /// The part before the first occurrence of an ASCII character; the whole string without one.
    ///
    /// Searches bytes, because the search for a `Character` forms every grapheme cluster.
    func prefix(before character: Unicode.Scalar) -> SubSequence {
        self[..<(utf8.firstIndex(of: UInt8(ascii: character)) ?? endIndex)]
    }

    /// The media type without its parameters.
    var essence: String {
        prefix(before: ";").trimmed
    }
}
