public import Foundation
public import HTTPTypes

/// Believes requests whose body is signed with HMAC-SHA256 and a common secret.
///
/// ```swift
/// HMACVerifier(secret: key, header: HTTPField.Name("X-Hub-Signature-256")!, prefix: "sha256=")
/// ```
/// The field may list several signatures with commas between them; one that fits is enough. Signatures of another
/// prefix are passed over.
public struct HMACVerifier: WebhookVerifier {
    /// How a signature is written.
    public enum Encoding: Hashable, Sendable {
        /// 64 digits, in either letter case.
        case hexadecimal
        /// Base64 with padding.
        case base64
    }

    /// The time of signing, which keeps an old request from being sent again.
    ///
    /// What is signed is then the field's text, a separator, and the body.
    public struct Timestamp: Hashable, Sendable {
        /// The field with the seconds since 1970.
        public var header: HTTPField.Name
        /// What stands between the time and the body.
        public var separator: String
        /// How many seconds the clocks may differ, in either direction; 0 or more.
        public var tolerance: TimeInterval

        /// Describes how the time is signed.
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
    ///   - secrets: The secrets, one of which signed; several while one replaces another. An empty one never fits.
    ///   - header: The field with the signature.
    ///   - prefix: What stands before a signature, such as `sha256=`.
    ///   - encoding: How a signature is written.
    ///   - timestamp: The time of signing; `nil` for a service that signs the body alone.
    ///   - now: The time of day.
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

    /// Creates a verifier for one secret that is a text.
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

    /// Signs the body with the secrets and compares.
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

    /// What is signed before the body, and when that was.
    private func signedTime(_ request: WebhookRequest) throws(WebhookRejection) -> (prefix: [UInt8], time: Date?) {
        guard let timestamp else { return ([], nil) }
        guard let text = request.headers[timestamp.header], let seconds = Int(text) else { throw .unsigned }
        return (Array((text + timestamp.separator).utf8), Date(timeIntervalSince1970: TimeInterval(seconds)))
    }

    private func signature(_ text: Substring) -> [UInt8]? {
        let text = text.trimmingCharacters(in: .whitespaces)
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
    /// The name of the field; never the secrets.
    public var description: String { "HMAC-SHA256 in \(header)" }

    /// Shows the same as the description.
    public var customMirror: Mirror { Mirror(self, children: ["header": header]) }
}

/// Message authentication with SHA-256 (RFC 2104).
enum HMACSHA256 {
    private static let blockSize = 64

    /// The code of a message, 32 bytes.
    static func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        var block = key.count > blockSize ? SHA256Digest.bytes(of: key) : key
        block += [UInt8](repeating: 0, count: blockSize - block.count)
        let inner = SHA256Digest.bytes(of: block.map { $0 ^ 0x36 } + message)
        return SHA256Digest.bytes(of: block.map { $0 ^ 0x5C } + inner)
    }
}
