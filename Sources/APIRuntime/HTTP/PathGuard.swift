/// Rejects paths that a client or an intermediate server would rewrite to another resource.
enum PathGuard {
    /// Returns the reason not to send a path; `nil` for a valid one.
    ///
    /// Most URL parsers remove a segment `.` or `..`, also written `%2e`, and for `..` the segment before it
    /// (RFC 3986, section 5.2.4). A control character or space would end the request line.
    ///
    /// - Parameter path: An encoded path, with or without a query.
    /// - Returns: A sentence without values; `nil` for a path that may be sent.
    static func problem(in path: some StringProtocol) -> String? {
        var segment = DotSegment()
        var isQuery = false
        for byte in path.utf8 {
            // Also in the query, these characters would end the request line or the URL.
            if byte <= 0x20 || byte == 0x7F || byte == UInt8(ascii: "#") { return characterMessage }
            if isQuery { continue }
            if byte > 0x7F || byte == UInt8(ascii: "\\") { return characterMessage }
            if byte == UInt8(ascii: "?") {
                isQuery = true
            } else if byte == UInt8(ascii: "/") {
                if segment.isDot { return dotMessage }
                segment = DotSegment()
            } else {
                segment.read(byte)
            }
        }
        return segment.isDot ? dotMessage : nil
    }

    private static let characterMessage = "The path holds a character that must be percent-encoded."
    private static let dotMessage = "The path holds a dot segment."
}

/// A scanner that recognizes `.`, `..` and their percent-encoded forms byte by byte.
private struct DotSegment {
    private var dots = 0
    private var escape = 0
    private var isOther = false

    /// Whether the segment read so far is one or two dots.
    var isDot: Bool { !isOther && escape == 0 && (dots == 1 || dots == 2) }

    mutating func read(_ byte: UInt8) {
        switch (escape, byte) {
        case (0, UInt8(ascii: ".")): dots += 1
        case (0, UInt8(ascii: "%")): escape = 1
        case (1, UInt8(ascii: "2")): escape = 2
        case (2, UInt8(ascii: "e")), (2, UInt8(ascii: "E")):
            escape = 0
            dots += 1
        default: isOther = true
        }
    }
}
