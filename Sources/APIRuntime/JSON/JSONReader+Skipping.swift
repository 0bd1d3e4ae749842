extension JSONReader {

    /// Checks the value at hand and moves behind it.
    ///
    /// Does not recurse, so the nesting of what nobody reads costs no stack.
    mutating func skipValue() throws(DecodingFailure) {
        switch nextByte() {
        case ASCII.quote: _ = try scanString()
        case ASCII.openBrace, ASCII.openBracket: try skipContainer()
        case ASCII.minus, 0x30...0x39: _ = try scanNumber()
        case 0x74: try skipLiteral("true")
        case 0x66: try skipLiteral("false")
        case 0x6E: try skipLiteral("null")
        default: throw expected("a value")
        }
    }

    /// Moves behind a literal name, which must be at hand.
    mutating func skipLiteral(_ name: StaticString) throws(DecodingFailure) {
        let count = name.utf8CodeUnitCount
        let matches = name.withUTF8Buffer { text in
            (0..<count).allSatisfy { bytes[position + $0] == text[$0] }
        }
        guard matches else { throw failure(.syntax, "expected true, false, null or another value") }
        position += count
    }

    private mutating func skipContainer() throws(DecodingFailure) {
        var open = ContainerStack()
        let outside = depth
        repeat {
            let byte = nextByte()
            let isStart = byte == ASCII.openBrace || byte == ASCII.openBracket
            if isStart, let end = memo.end(ofContainerAt: position) {
                position = end
            } else if isStart {
                try descend()
                memo.open(at: position)
                open.push(isObject: byte == ASCII.openBrace)
                position += 1
                if try !skipToFirstValue(&open) { continue }
            } else {
                try skipValue()
            }
            try closeOrSeparate(&open, outside)
        } while depth > outside
    }

    // Behind an opening bracket: closes an empty container, or moves to its first value. False to go on with the value.
    private mutating func skipToFirstValue(_ open: inout ContainerStack) throws(DecodingFailure) -> Bool {
        let byte = nextByte()
        if byte == (open.isObject ? ASCII.closeBrace : ASCII.closeBracket) {
            leave(&open)
            return true
        }
        if open.isObject { try skipName() }
        return false
    }

    // Behind a value: closes containers as long as they end, then moves to the next value.
    private mutating func closeOrSeparate(_ open: inout ContainerStack, _ outside: Int) throws(DecodingFailure) {
        while depth > outside {
            let byte = nextByte()
            if byte == ASCII.comma {
                position += 1
                if open.isObject { try skipName() }
                return
            }
            guard byte == (open.isObject ? ASCII.closeBrace : ASCII.closeBracket) else {
                throw separatorExpected("a comma or the container's end")
            }
            leave(&open)
        }
    }

    private mutating func leave(_ open: inout ContainerStack) {
        position += 1
        depth -= 1
        open.pop()
        memo.close(at: position)
    }

    private mutating func skipName() throws(DecodingFailure) {
        guard nextByte() == ASCII.quote else { throw failure(.syntax, "expected a member's name") }
        _ = try scanString()
        try skipColon()
    }

    /// Moves behind the colon that must follow a member's name.
    @inline(__always)
    mutating func skipColon() throws(DecodingFailure) {
        guard nextByte() == ASCII.colon else { throw separatorExpected("a colon") }
        position += 1
    }
}

/// Whether each open container is an object, one bit each.
struct ContainerStack {
    private var bits: UInt64 = 0
    private var count = 0
    // Full words below `bits`; empty for up to 64 levels.
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
