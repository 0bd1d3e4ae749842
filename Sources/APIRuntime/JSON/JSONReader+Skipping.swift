extension JSONReader {

    /// Validates the current value and moves past it.
    ///
    /// The method does not recurse, so the nesting of skipped values needs no stack.
    mutating func skipValue() throws(DecodingFailure) {
        switch nextByte() {
        case ASCII.quote: _ = try scanString()
        case ASCII.openBrace, ASCII.openBracket: try skipContainer()
        case ASCII.minus, 0x30...0x39: try skipNumber()
        case 0x74: try skipLiteral("true")
        case 0x66: try skipLiteral("false")
        case 0x6E: try skipLiteral("null")
        default: throw expected("a value")
        }
    }

    /// Moves past a literal name, which must be next.
    mutating func skipLiteral(_ name: StaticString) throws(DecodingFailure) {
        let count = name.utf8CodeUnitCount
        let matches = name.withUTF8Buffer { text in
            (0..<count).allSatisfy { bytes[position + $0] == text[$0] }
        }
        guard matches else { throw failure(.syntax, "expected true, false, null or another value") }
        position += count
    }

    /// Validates the current number and moves past it.
    private mutating func skipNumber() throws(DecodingFailure) {
        let end = bytes.endOfPlainNumber(from: position)
        if end > 0 { position = end } else { _ = try scanNumber() }
    }

    // Uses a local variable for the position, because that of the reader is in memory.
    private mutating func skipContainer() throws(DecodingFailure) {
        var open = ContainerStack()
        let outside = depth
        var offset = position
        repeat {
            offset = bytes.endOfSpace(from: offset)
            let byte = bytes[offset]
            if byte == ASCII.openBrace || byte == ASCII.openBracket {
                if let end = memo.end(ofContainerAt: offset) {
                    offset = end
                } else if try enter(byte, &offset, &open) {
                    continue
                }
            } else {
                try skipScalar(byte, &offset)
            }
            try closeOrSeparate(&offset, &open, outside)
        } while depth > outside
        position = offset
    }

    @inline(__always)
    private mutating func skipScalar(_ byte: UInt8, _ offset: inout Int) throws(DecodingFailure) {
        let end = byte == ASCII.quote ? bytes.endOfPlainString(from: offset) : bytes.endOfPlainNumber(from: offset)
        if end > 0 {
            offset = end
        } else {
            position = offset
            try skipValue()
            offset = position
        }
    }

    // Enters a container and moves to its first value; returns `false` for an empty one, which is closed.
    @inline(__always)
    private mutating func enter(
        _ byte: UInt8,
        _ offset: inout Int,
        _ open: inout ContainerStack
    ) throws(DecodingFailure) -> Bool {
        position = offset
        try descend()
        memo.open(at: offset)
        #if DEBUG
        passedContainers += 1
        #endif
        open.push(isObject: byte == ASCII.openBrace)
        offset = bytes.endOfSpace(from: offset + 1)
        if bytes[offset] == (open.isObject ? ASCII.closeBrace : ASCII.closeBracket) {
            leave(&offset, &open)
            return false
        }
        if open.isObject { try skipName(&offset) }
        return true
    }

    // After a value: closes containers as long as they end, then moves to the next value.
    @inline(__always)
    private mutating func closeOrSeparate(
        _ offset: inout Int,
        _ open: inout ContainerStack,
        _ outside: Int
    ) throws(DecodingFailure) {
        while depth > outside {
            offset = bytes.endOfSpace(from: offset)
            let byte = bytes[offset]
            if byte == ASCII.comma {
                offset += 1
                if open.isObject { try skipName(&offset) }
                return
            }
            guard byte == (open.isObject ? ASCII.closeBrace : ASCII.closeBracket) else {
                position = offset
                throw separatorExpected("a comma or the container's end")
            }
            leave(&offset, &open)
        }
    }

    @inline(__always)
    private mutating func leave(_ offset: inout Int, _ open: inout ContainerStack) {
        offset += 1
        depth -= 1
        open.pop()
        memo.close(at: offset)
    }

    // Moves past a property's name and its colon.
    @inline(__always)
    private mutating func skipName(_ offset: inout Int) throws(DecodingFailure) {
        offset = bytes.endOfSpace(from: offset)
        let end = bytes.endOfPlainString(from: offset)
        if end > 0, bytes[end] == ASCII.colon {
            offset = end + 1
        } else {
            position = offset
            try skipOtherName()
            offset = position
        }
    }

    @inline(never)
    private mutating func skipOtherName() throws(DecodingFailure) {
        guard nextByte() == ASCII.quote else { throw failure(.syntax, "expected the name of a property") }
        _ = try scanString()
        try skipColon()
    }

    /// Moves past the colon that must follow a property's name.
    @inline(__always)
    mutating func skipColon() throws(DecodingFailure) {
        guard nextByte() == ASCII.colon else { throw separatorExpected("a colon") }
        position += 1
    }
}

/// A stack of the open containers, with one bit for each that is set for an object.
struct ContainerStack {
    private var bits: UInt64 = 0
    private var count = 0
    // The full words below `bits`; empty for up to 64 levels.
    private var full: [UInt64] = []

    /// Whether the innermost container is an object.
    var isObject: Bool { bits & 1 == 1 }

    mutating func push(isObject: Bool) {
        if count == 64 {
            full.append(bits)
            bits = 0
            count = 0
        }
        bits = bits << 1 | (isObject ? 1 : 0)
        count += 1
    }

    mutating func pop() {
        bits >>= 1
        count -= 1
        if count == 0, let last = full.popLast() {
            bits = last
            count = 64
        }
    }
}
