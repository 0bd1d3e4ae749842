/// A strict Base64 decoder (RFC 4648, section 4): standard alphabet, padding, no whitespace, no leftover bits.
enum StrictBase64 {
    /// Returns the bytes of a string; `nil` for any string that an encoder would not have produced.
    static func decode(_ text: String) -> [UInt8]? {
        let bytes = Array(text.utf8)
        guard bytes.count.isMultiple(of: 4) else { return nil }
        let padding = bytes.reversed().prefix { $0 == pad }.count
        guard padding <= 2 else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count / 4 * 3)
        var (bits, count) = (UInt32(0), 0)
        for byte in bytes.dropLast(padding) {
            guard let value = value(of: byte) else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
                bits &= (1 << UInt32(count)) - 1
            }
        }
        return bits == 0 ? result : nil
    }

    private static let pad = UInt8(ascii: "=")

    private static func value(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
