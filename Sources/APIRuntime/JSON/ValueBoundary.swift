/// Finds the end of a value in bytes that arrive in chunks, without validating the JSON.
struct ValueBoundary: Sendable {
    private enum Kind {
        case none, scalar, string, container
    }

    private var kind = Kind.none
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    /// Advances past the value, as far as bytes are available.
    ///
    /// - Returns: Whether the value ends before `offset`, which is then the next byte. A number or literal ends only at
    ///   the byte after it.
    mutating func advance(_ bytes: UnsafeRawBufferPointer, _ offset: inout Int) -> Bool {
        if kind == .none, offset < bytes.count { start(bytes[offset]) }
        while offset < bytes.count {
            let byte = bytes[offset]
            if kind == .scalar, Self.endsScalar(byte) { return true }
            offset += 1
            if isInString { readInString(byte) } else { read(byte) }
            if kind != .scalar, depth == 0, !isInString { return true }
        }
        return false
    }

    private mutating func start(_ byte: UInt8) {
        switch byte {
        case ASCII.quote: kind = .string
        case ASCII.openBrace, ASCII.openBracket: kind = .container
        default: kind = .scalar
        }
    }

    private static func endsScalar(_ byte: UInt8) -> Bool {
        byte <= ASCII.space || byte == ASCII.comma || byte == ASCII.closeBrace || byte == ASCII.closeBracket
    }

    @inline(__always)
    private mutating func readInString(_ byte: UInt8) {
        if isEscaped {
            isEscaped = false
        } else if byte == ASCII.backslash {
            isEscaped = true
        } else if byte == ASCII.quote {
            isInString = false
        }
    }

    @inline(__always)
    private mutating func read(_ byte: UInt8) {
        switch byte {
        case ASCII.quote where kind != .scalar: isInString = true
        case ASCII.openBrace, ASCII.openBracket: depth += 1
        case ASCII.closeBrace, ASCII.closeBracket: depth -= 1
        default: break
        }
    }
}
