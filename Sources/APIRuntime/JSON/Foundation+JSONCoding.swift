#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension UUID: JSONCodable {

    /// Reads a string of 36 characters with hexadecimal digits in either case.
    ///
    /// - Throws: ``DecodingFailure`` if the value is not a string with a UUID.
    public init(json reader: inout JSONReader) throws(DecodingFailure) {
        let token = try reader.readToken()
        guard token.end - token.start == 36, let uuid = UUID(reader.bytes.slice(from: token.start, to: token.end))
        else {
            throw DecodingFailure(.mismatch, "expected a UUID", offset: token.start - 1)
        }
        self = uuid
    }

    private init?(_ bytes: JSONBytes) {
        var parts: [UInt8] = []
        parts.reserveCapacity(16)
        var offset = 0
        while offset < 36 {
            if offset == 8 || offset == 13 || offset == 18 || offset == 23 {
                guard bytes[offset] == ASCII.minus else { return nil }
                offset += 1
            }
            guard let high = bytes[offset].hexadecimalValue, let low = bytes[offset + 1].hexadecimalValue else {
                return nil
            }
            parts.append(high << 4 | low)
            offset += 2
        }
        self.init(
            uuid: (
                parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], parts[6], parts[7], parts[8], parts[9],
                parts[10], parts[11], parts[12], parts[13], parts[14], parts[15]
            )
        )
    }

    /// Writes 36 characters, in lower case as RFC 9562 specifies.
    public func write(to writer: inout JSONWriter) {
        writer.write(string: uuidString.lowercased())
    }
}

extension URL {

    /// Creates a URL from a string that is known to be one, such as the default of a property in a document.
    ///
    /// Generated initializers use it in default arguments.
    ///
    /// - Parameter text: An absolute URL. Any string that is not a URL ends the program.
    public init(documented text: StaticString) {
        guard let url = URL(string: "\(text)") else { preconditionFailure("The string is not a URL.") }
        self = url
    }
}

extension URL: JSONCodable {

    /// Reads a string with an absolute or relative URL.
    ///
    /// - Throws: ``DecodingFailure`` if the value is not a string with a URL.
    public init(json reader: inout JSONReader) throws(DecodingFailure) {
        let token = try reader.readToken()
        guard let url = URL(string: reader.text(of: token)) else {
            throw DecodingFailure(.mismatch, "expected a URL", offset: token.start - 1)
        }
        self = url
    }

    /// Writes the URL.
    public func write(to writer: inout JSONWriter) {
        writer.write(string: relativeString)
    }
}

extension Data: JSONCodable {

    /// Reads a string of Base64, also with line breaks (RFC 2045) and without padding.
    ///
    /// As a variant of a union with other strings, it is exactly the string that would be written.
    ///
    /// - Throws: ``DecodingFailure`` if the value is not a string in Base64.
    public init(json reader: inout JSONReader) throws(DecodingFailure) {
        let token = try reader.readToken()
        if let file = reader.text?.files[token.start - 1] {
            self = file.content
            return
        }
        let text = reader.text(of: token)
        let isExact = reader.requiresExactBase64
        guard let data = Data(base64Encoded: text) ?? (isExact ? nil : Data(base64Encoded: Self.padded(text))),
            !isExact || data.base64EncodedString() == text
        else {
            throw DecodingFailure(.mismatch, "expected base64", offset: token.start - 1)
        }
        self = data
    }

    /// Returns a string without line breaks, and with the padding that it lacks.
    private static func padded(_ text: String) -> String {
        let digits = String(decoding: text.utf8.filter { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
        let count = digits.contains("=") ? 0 : (4 - digits.utf8.count % 4) % 4
        return digits + String(repeating: "=", count: count)
    }

    /// Writes padded Base64.
    public func write(to writer: inout JSONWriter) {
        writer.write(string: base64EncodedString())
    }
}
