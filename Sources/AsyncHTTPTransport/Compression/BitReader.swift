/// The bits of a compressed stream, whose bytes arrive in pieces.
///
/// Reading past the received bytes returns zeros and sets ``isShort``. The reader then returns to an earlier copy of the
/// position and waits for more.
struct BitReader {
    /// A position in the stream.
    struct Position {
        var byte = 0
        var bits: UInt64 = 0
        var count = 0
    }

    private(set) var bytes: [UInt8] = []

    /// The current position, which may be set to an earlier one.
    var position = Position()

    /// Whether more bits were read than have been received.
    private(set) var isShort = false

    /// The number of whole bytes that were received and not read.
    var available: Int { bytes.count - position.byte + position.count / 8 }

    /// Adds bytes that were received.
    mutating func append(_ more: [UInt8]) {
        // Drops what was read, so that the buffer stays short.
        if position.byte > 0 {
            bytes.removeFirst(position.byte)
            position.byte = 0
        }
        bytes += more
        isShort = false
    }

    /// Returns to an earlier position.
    mutating func rewind(to earlier: Position) {
        position = earlier
        isShort = false
    }

    /// Returns the next bits without reading them, at least 48 of them; missing ones are zero.
    @inline(__always)
    mutating func peek() -> UInt64 {
        while position.count <= 56, position.byte < bytes.count {
            position.bits |= UInt64(bytes[position.byte]) << UInt64(position.count)
            position.byte += 1
            position.count += 8
        }
        return position.bits
    }

    /// Skips bits that were peeked.
    @inline(__always)
    mutating func skip(_ count: Int) {
        if count > position.count {
            isShort = true
            position.bits = 0
            position.count = 0
        } else {
            position.bits >>= UInt64(count)
            position.count -= count
        }
    }

    /// Reads up to 32 bits, the first one lowest.
    @inline(__always)
    mutating func read(_ count: Int) -> Int {
        let value = peek() & (1 << UInt64(count) - 1)
        skip(count)
        return Int(value)
    }

    /// Skips the rest of the current byte.
    mutating func alignToByte() { skip(position.count % 8) }
}
