/// A set of ASCII characters that need no percent-encoding in one part of a URL.
///
/// Every other character is written as `%XX` for each of its UTF-8 bytes (RFC 3986, section 2.1).
package struct LiteralCharacters: Sendable {
    private let low: UInt64
    private let high: UInt64

    /// Whether `%XX` is unchanged, as in the reserved expansion of RFC 6570, section 3.2.3.
    let keepsEscapes: Bool

    /// Creates a set of letters, digits, `-`, `.`, `_`, `~` and the ASCII characters of `others`.
    init(and others: StaticString = "", keepsEscapes: Bool = false) {
        self.keepsEscapes = keepsEscapes
        var low: UInt64 = 0
        var high: UInt64 = 0
        func insert(_ byte: UInt8) {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
        }
        for byte in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8 { insert(byte) }
        others.withUTF8Buffer { for byte in $0 where byte < 128 { insert(byte) } }
        (self.low, self.high) = (low, high)
    }

    /// Returns whether the byte needs no percent-encoding.
    package func contains(_ byte: UInt8) -> Bool {
        if byte < 64 { return low & (1 << UInt64(byte)) != 0 }
        if byte < 128 { return high & (1 << UInt64(byte - 64)) != 0 }
        return false
    }

    /// Letters, digits and `-._~`, which never need encoding.
    package static let unreserved = LiteralCharacters()

    /// The characters that `allowReserved` leaves unencoded in a query value.
    ///
    /// `&`, `+`, `#`, `[` and `]` stay encoded: the first two would change the meaning of the query, the others
    /// are not allowed in one (RFC 3986, section 3.4).
    static let reservedQueryValue = LiteralCharacters(and: ":/?@!$'()*,;=", keepsEscapes: true)

    /// The characters of a path (RFC 3986, section 3.3), including `/`.
    static let path = LiteralCharacters(and: "/:@!$&'()*+,;=", keepsEscapes: true)

    /// The characters of a path without the semicolon, which begins another parameter of the style `matrix`.
    static let pathParameter = LiteralCharacters(and: "/:@!$&'()*+,=", keepsEscapes: true)

    /// The characters of a cookie value with `allowReserved`; a comma and a semicolon are not allowed in one.
    static let reservedCookieValue = LiteralCharacters(and: "!#$&'()*+/:<=>?@[]^`{|}", keepsEscapes: true)

    /// The characters of a cookie value (RFC 6265, section 4.1.1), without `%`, which starts an escape.
    static let cookieValue = LiteralCharacters(and: "!#$&'()*+/:<=>?@[]^`{|}")
}

extension String {
    /// Returns the string with every byte outside of `literal` written as `%XX`; an escape is unchanged if `literal`
    /// keeps them.
    package func percentEncoded(leaving literal: LiteralCharacters = .unreserved) -> String {
        if utf8.allSatisfy({ literal.contains($0) }) { return self }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count * 2)
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            if literal.contains(byte) || literal.keepsEscapes && byte == UInt8(ascii: "%") && rest.startsWithTwoDigits {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(hexDigit(byte >> 4))
                bytes.append(hexDigit(byte & 15))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Substring.UTF8View {
    /// Whether the first two characters are hexadecimal digits, as after the `%` of an escape.
    fileprivate var startsWithTwoDigits: Bool {
        let digits = prefix(2)
        return digits.count == 2 && digits.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 | 0x20 }
    }
}

/// Returns the upper-case hexadecimal digit of a value from 0 to 15.
private func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
}
