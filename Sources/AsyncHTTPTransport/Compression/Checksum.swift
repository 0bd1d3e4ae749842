/// The checksum of decompressed bytes.
enum Checksum: Equatable {
    /// None, for deflate without a wrapper.
    case none
    /// The checksum of gzip (RFC 1952, section 8).
    case crc32(UInt32)
    /// The checksum of zlib (RFC 1950, section 9).
    case adler32(UInt32)

    /// Includes bytes.
    mutating func add(_ bytes: [UInt8]) {
        switch self {
        case .none: break
        case .crc32(let value): self = .crc32(Self.crc32(value, bytes))
        case .adler32(let value): self = .adler32(Self.adler32(value, bytes))
        }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
    }

    private static func crc32(_ start: UInt32, _ bytes: [UInt8]) -> UInt32 {
        var value = ~start
        table.withUnsafeBufferPointer { table in
            for byte in bytes { value = value >> 8 ^ table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] }
        }
        return ~value
    }

    private static func adler32(_ start: UInt32, _ bytes: [UInt8]) -> UInt32 {
        var low = start & 0xFFFF
        var high = start >> 16
        // So many bytes fit before the sums overflow.
        for first in stride(from: 0, to: bytes.count, by: 5552) {
            for index in first..<min(first + 5552, bytes.count) {
                low += UInt32(bytes[index])
                high += low
            }
            low %= 65521
            high %= 65521
        }
        return high << 16 | low
    }
}
