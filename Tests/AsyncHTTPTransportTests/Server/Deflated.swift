/// Compressed runs of one letter, created bit by bit (RFC 1950 to 1952), so that a decompression bomb needs no fixture.
enum Deflated {
    static let gzipHead: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    static let zlibHead: [UInt8] = [0x78, 0x9C]

    /// Bytes that decompress to 258,001 letters and can be repeated indefinitely.
    static let endlessUnit: [UInt8] = {
        var bits = BitWriter()
        bits.block(isLast: false, count: 1 + 258 * 1000)
        bits.alignBySync()
        return bits.bytes
    }()

    /// Returns `count` times the letter a, compressed with gzip.
    static func gzip(_ count: Int, checksum: UInt32? = nil) -> [UInt8] {
        gzipHead + run(count) + littleEndian(checksum ?? crc32(count)) + littleEndian(UInt32(truncatingIfNeeded: count))
    }

    /// Returns `count` times the letter a, compressed with zlib.
    static func zlib(_ count: Int) -> [UInt8] {
        zlibHead + run(count) + littleEndian(adler32(count)).reversed()
    }

    private static func run(_ count: Int) -> [UInt8] {
        var bits = BitWriter()
        bits.block(isLast: true, count: count)
        bits.flush()
        return bits.bytes
    }

    private static func littleEndian(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func crc32(_ count: Int) -> UInt32 {
        var sum = ~UInt32(0)
        for _ in 0..<count {
            sum ^= 97
            for _ in 0..<8 { sum = (sum >> 1) ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return ~sum
    }

    private static func adler32(_ count: Int) -> UInt32 {
        var low: UInt32 = 1
        var high: UInt32 = 0
        for _ in 0..<count {
            low = (low + 97) % 65521
            high = (high + low) % 65521
        }
        return high << 16 | low
    }
}

/// A writer of bits, lowest first, as deflate requires.
private struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var used = 0

    /// Writes a block with the fixed codes: the letter a, followed by copies of it.
    mutating func block(isLast: Bool, count: Int) {
        bit(isLast ? 1 : 0)
        bit(1)
        bit(0)
        guard count > 0 else { return code(0, 7) }
        letter()
        let (copies, rest) = (count - 1).quotientAndRemainder(dividingBy: 258)
        for _ in 0..<copies {
            code(0b1100_0101, 8)
            code(0, 5)
        }
        for _ in 0..<rest { letter() }
        code(0, 7)
    }

    /// Writes an empty stored block, which ends at a byte boundary.
    mutating func alignBySync() {
        for _ in 0..<3 { bit(0) }
        flush()
        bytes += [0, 0, 0xFF, 0xFF]
    }

    mutating func flush() { used = 0 }

    private mutating func letter() { code(0x30 + 97, 8) }

    /// Writes a code, highest bit first.
    private mutating func code(_ value: Int, _ length: Int) {
        for shift in (0..<length).reversed() { bit(UInt8(value >> shift & 1)) }
    }

    private mutating func bit(_ value: UInt8) {
        if used == 0 { bytes.append(0) }
        bytes[bytes.count - 1] |= value << UInt8(used)
        used = (used + 1) % 8
    }
}
