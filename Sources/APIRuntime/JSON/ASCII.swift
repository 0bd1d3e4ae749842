/// The bytes that have a meaning in JSON.
@usableFromInline
enum ASCII {
    static let quote: UInt8 = 0x22
    static let backslash: UInt8 = 0x5C
    static let comma: UInt8 = 0x2C
    static let colon: UInt8 = 0x3A
    static let openBrace: UInt8 = 0x7B
    static let closeBrace: UInt8 = 0x7D
    static let openBracket: UInt8 = 0x5B
    static let closeBracket: UInt8 = 0x5D
    static let minus: UInt8 = 0x2D
    static let plus: UInt8 = 0x2B
    static let dot: UInt8 = 0x2E
    static let zero: UInt8 = 0x30
    static let space: UInt8 = 0x20

    /// Returns the value of a decimal digit; 10 or more for any other byte.
    @inline(__always)
    static func digit(_ byte: UInt8) -> UInt8 {
        byte &- zero
    }

    /// Returns the lower-case hexadecimal digit of a value from 0 to 15.
    static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? zero + value : 0x57 + value
    }
}
