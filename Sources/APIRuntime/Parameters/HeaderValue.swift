/// Validates strings for the head of a message.
enum HeaderValue {
    /// Returns whether a string is allowed in a header field.
    ///
    /// A carriage return, line feed or NUL would end the field and start another one; other control characters except a
    /// tab are invalid, too (RFC 9110, section 5.5).
    static func isValid(_ text: String) -> Bool {
        text.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }
    }

    /// Returns whether a byte of a cookie's value is sent unchanged: a printable one that does not end the cookie.
    static func isCookieByte(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) && byte != UInt8(ascii: ";") }

    /// Returns the `name=value` pairs of one cookie parameter, with the value percent-encoded where a cookie requires
    /// it; with `allowReserved`, escapes such as `%20` are unchanged.
    static func cookies(
        _ name: String,
        _ shape: ParameterShape,
        explode: Bool,
        encoded isEncoded: Bool = true,
        allowReserved: Bool = false
    ) -> [String] {
        let name = isEncoded ? name.percentEncoded() : name
        let literal: LiteralCharacters = allowReserved ? .reservedCookieValue : .cookieValue
        func value(_ text: String) -> String { isEncoded ? text.percentEncoded(leaving: literal) : text }
        switch shape {
        case .list(let items) where explode: return items.map { "\(name)=\(value($0))" }
        case .object(let members) where explode:
            return members.map { "\(isEncoded ? $0.0.percentEncoded() : $0.0)=\(value($0.1))" }
        default: return ["\(name)=\(shape.mapped(value).joined(by: ",", explode: false))"]
        }
    }
}
