public import HTTPTypes

/// Believes requests that carry a secret in a header field.
///
/// The secret travels with every request: prefer ``HMACVerifier`` where a service offers it.
public struct SharedSecretVerifier: WebhookVerifier {
    private let header: HTTPField.Name
    private let digests: [[UInt8]]

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - secrets: The secrets, one of which must come; several while one replaces another. An empty text never fits.
    ///   - header: The field that carries it.
    public init(secrets: [String], header: HTTPField.Name) {
        self.header = header
        digests = secrets.filter { !$0.isEmpty }.map { SHA256Digest.bytes(of: $0.utf8) }
    }

    /// Compares the field with the secrets.
    public func verify(_ request: WebhookRequest) throws(WebhookRejection) {
        guard let value = request.headers[header] else { throw .unsigned }
        guard accepts(value) else { throw .mismatch }
    }

    /// Whether a text is one of the secrets; takes as long for any text of the same length.
    ///
    /// - Parameter value: What the field held.
    /// - Returns: Whether to believe the request.
    public func accepts(_ value: String) -> Bool {
        // Digests have one length, so that the time tells nothing of the secret's.
        let digest = SHA256Digest.bytes(of: value.utf8)
        var isKnown = false
        for known in digests where constantTimeEqual(known, digest) {
            isKnown = true
        }
        return isKnown
    }
}

extension SharedSecretVerifier: CustomStringConvertible, CustomReflectable {
    /// The name of the field; never the secrets.
    public var description: String { "shared secret in \(header)" }

    /// Shows the same as the description.
    public var customMirror: Mirror { Mirror(self, children: ["header": header]) }
}
