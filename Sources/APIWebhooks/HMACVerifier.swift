import APIRuntime
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HTTPTypes

/// Accepts requests whose body is signed with HMAC-SHA256 and a shared secret.
///
/// ```swift
/// HMACVerifier(secret: key, header: HTTPField.Name("X-Hub-Signature-256")!, prefix: "sha256=")
/// ```
///
/// The field may list several signatures, separated by commas; one matching signature is enough. Signatures with
/// another prefix are ignored.
public struct HMACVerifier: WebhookVerifier {
    /// The encoding of a signature.
    public enum Encoding: Hashable, Sendable {
        /// 64 hexadecimal digits, in either letter case.
        case hexadecimal
        /// Base64 with padding.
        case base64
    }

    /// The time of signing, which protects against replayed requests.
    ///
    /// The signature then covers the value of the time's field, a separator, and the body.
    public struct Timestamp: Hashable, Sendable {
        /// The header field with the time, in seconds since 1970.
        public var header: HTTPField.Name
        /// The string between the time and the body.
        public var separator: String
        /// The largest difference between the signed time and the current time in seconds, in either direction; 0 or
        /// more.
        public var tolerance: TimeInterval

        /// Creates a description of the signed time.
        public init(header: HTTPField.Name, separator: String = ".", tolerance: TimeInterval = 300) {
            self.header = header
            self.separator = separator
            self.tolerance = tolerance
        }
    }

    private let secrets: [[UInt8]]
    private let header: HTTPField.Name
    private let prefix: String
    private let encoding: Encoding
    private let timestamp: Timestamp?
    private let now: @Sendable () -> Date

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - secrets: The accepted secrets; list the old and the new one while you replace a secret. An empty secret
    ///     never matches.
    ///   - header: The header field with the signature.
    ///   - prefix: The string before each signature, such as `sha256=`.
    ///   - encoding: The encoding of a signature.
    ///   - timestamp: The description of the signed time; `nil` for a service that signs the body alone.
    ///   - now: A closure that returns the current time.
    public init(
        secrets: [[UInt8]],
        header: HTTPField.Name,
        prefix: String = "",
        encoding: Encoding = .hexadecimal,
        timestamp: Timestamp? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.secrets = secrets.filter { !$0.isEmpty }
        self.header = header
        self.prefix = prefix
        self.encoding = encoding
        self.timestamp = timestamp
        self.now = now
    }

    /// Creates a verifier for one secret that is a string.
    public init(
        secret: String,
        header: HTTPField.Name,
        prefix: String = "",
        encoding: Encoding = .hexadecimal,
        timestamp: Timestamp? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(
            secrets: [Array(secret.utf8)],
            header: header,
            prefix: prefix,
            encoding: encoding,
            timestamp: timestamp,
            now: now
        )
    }

    /// Checks whether a signature of the request was made with one of the secrets, and whether the request is recent.
    ///
    /// - Throws: ``WebhookRejection/unsigned`` if the signature or the time is missing or malformed,
    ///   ``WebhookRejection/mismatch`` if no signature matches, or ``WebhookRejection/expired`` if the time is outside
    ///   the tolerance.
    public func verify(_ request: WebhookRequest) throws(WebhookRejection) {
        guard let field = request.headers[header] else { throw .unsigned }
        let signatures = field.split(separator: ",").compactMap(signature)
        guard !signatures.isEmpty else { throw .unsigned }
        let signed = try signedTime(request)
        var isKnown = false
        for secret in secrets {
            let expected = HMACSHA256.code(of: signed.prefix + request.body, key: secret)
            for signature in signatures where constantTimeEqual(signature, expected) {
                isKnown = true
            }
        }
        guard isKnown else { throw .mismatch }
        if let time = signed.time, let timestamp, abs(now().timeIntervalSince(time)) > timestamp.tolerance {
            throw .expired
        }
    }

    /// Returns the bytes that are signed before the body, and the time of signing.
    private func signedTime(_ request: WebhookRequest) throws(WebhookRejection) -> (prefix: [UInt8], time: Date?) {
        guard let timestamp else { return ([], nil) }
        guard let text = request.headers[timestamp.header], let seconds = Int(text) else { throw .unsigned }
        return (Array((text + timestamp.separator).utf8), Date(timeIntervalSince1970: TimeInterval(seconds)))
    }

    private func signature(_ text: Substring) -> [UInt8]? {
        let text = text.trimmingSpaces()
        guard text.hasPrefix(prefix) else { return nil }
        let digits = text.dropFirst(prefix.count)
        switch encoding {
        case .base64: return Data(base64Encoded: String(digits)).map { Array($0) }
        case .hexadecimal: return Self.bytes(hexadecimal: digits)
        }
    }

    private static func bytes(hexadecimal digits: Substring) -> [UInt8]? {
        let values = digits.utf8.compactMap { digit in
            digit < 0x80 ? Character(UnicodeScalar(digit)).hexDigitValue.map { UInt8($0) } : nil
        }
        guard values.count == digits.utf8.count, values.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }
}

extension HMACVerifier: CustomStringConvertible, CustomReflectable {
    /// The name of the header field; never the secrets.
    public var description: String { "HMAC-SHA256 in \(header)" }

    /// A mirror with the name of the header field, without the secrets.
    public var customMirror: Mirror { Mirror(self, children: ["header": header]) }
}
