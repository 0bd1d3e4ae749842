import Foundation

/// A strict Base64 decoder (RFC 4648, section 4): standard alphabet, padding, no whitespace, no leftover bits.
///
/// Foundation decodes, and this type only adds the check of leftover bits: swift-crypto and Security have no decoder.
enum StrictBase64 {
    /// Returns the bytes of a string; `nil` for any string that an encoder would not have produced.
    static func decode(_ text: String) -> [UInt8]? {
        // Foundation ignores leftover bits, which encoding again reveals.
        guard let data = Data(base64Encoded: text), data.base64EncodedString() == text else { return nil }
        return Array(data)
    }
}
