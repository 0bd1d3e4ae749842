#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

// Unsafe on purpose: Foundation hides the digits of a decimal, and a conversion through a string costs as much as
// reading a small object. A `Decimal` is 20 bytes: an exponent, a byte of length and flags, two spare bytes, eight
// 16-bit digits. The order of length and flags differs between versions of Foundation, and none is documented.
// Therefore each known order is verified with known values first, and strings are used if none matches. The bytes of a
// trivial value without references may be read and written.

/// The memory layout of `Decimal`, for direct access to its parts.
struct DecimalLayout {

    /// The position of the digit count, as a bit shift.
    let lengthShift: UInt8
    let negativeFlag: UInt8
    let compactFlag: UInt8

    private static let candidates = [
        DecimalLayout(lengthShift: 4, negativeFlag: 0x08, compactFlag: 0x04),
        DecimalLayout(lengthShift: 0, negativeFlag: 0x10, compactFlag: 0x20),
    ]

    /// The layout that known values confirm; `nil` if none does.
    static let current: DecimalLayout? = {
        guard MemoryLayout<Decimal>.size == 20, 1.littleEndian == 1 else { return nil }
        let samples = [
            DecimalParts(high: 0, low: 1_234_567_890_123_456_789, exponent: -7, isNegative: true),
            DecimalParts(high: 0, low: 5, exponent: -1, isNegative: false),
            DecimalParts(high: 0, low: 0, exponent: 0, isNegative: false),
            DecimalParts(high: 0x0123_4567_89AB_CDEF, low: 0x0FED_CBA9_8765_4321, exponent: 99, isNegative: false),
        ]
        return candidates.first { samples.allSatisfy($0.isProven) }
    }()

    private func isProven(by sample: DecimalParts) -> Bool {
        guard let known = Decimal(string: sample.spelling) else { return false }
        let made = decimal(sample)
        let read = parts(of: known)
        return made == known && made.description == known.description && made.exponent == known.exponent
            && (read.high, read.low, read.exponent) == (sample.high, sample.low, sample.exponent)
            && read.isNegative == sample.isNegative
    }

    /// Returns the digits, sign and exponent of a value.
    func parts(of value: Decimal) -> DecimalParts {
        withUnsafeBytes(of: value) { bytes in
            DecimalParts(
                high: bytes.loadUnaligned(fromByteOffset: 12, as: UInt64.self),
                low: bytes.loadUnaligned(fromByteOffset: 4, as: UInt64.self),
                exponent: Int(bytes.loadUnaligned(fromByteOffset: 0, as: Int8.self)),
                isNegative: bytes[1] & negativeFlag != 0
            )
        }
    }

    /// Returns the value of parts that fit into a `Decimal`.
    func decimal(_ parts: DecimalParts) -> Decimal {
        let bits = parts.high > 0 ? 128 - parts.high.leadingZeroBitCount : 64 - parts.low.leadingZeroBitCount
        var value = Decimal()
        withUnsafeMutableBytes(of: &value) { bytes in
            bytes.storeBytes(of: Int8(truncatingIfNeeded: parts.exponent), toByteOffset: 0, as: Int8.self)
            bytes[1] = UInt8((bits + 15) / 16) << lengthShift | (parts.isNegative ? negativeFlag : 0) | compactFlag
            bytes.storeBytes(of: parts.low, toByteOffset: 4, as: UInt64.self)
            bytes.storeBytes(of: parts.high, toByteOffset: 12, as: UInt64.self)
        }
        return value
    }
}
