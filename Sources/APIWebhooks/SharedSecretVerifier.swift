import APIRuntime
public import HTTPTypes

/// Accepts requests that carry a shared secret in a header field.
///
/// Every request contains the secret: prefer ``HMACVerifier`` if the service supports it.
public struct SharedSecretVerifier: WebhookVerifier {
    private let header: HTTPField.Name
    private let digests: [[UInt8]]

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - secrets: The accepted secrets; list the old and the new one while you replace a secret. An empty string
    ///     never matches.
    ///   - header: The field that carries the secret.
    public init(secrets: [String], header: HTTPField.Name) {
        self.header = header
        digests = secrets.filter { !$0.isEmpty }.map { SHA256Digest.bytes(of: $0.utf8) }
    }

    /// Compares the header field with the secrets.
    ///
    /// - Throws: ``WebhookRejection/unsigned`` if the field is missing, or ``WebhookRejection/mismatch`` if its value
    ///   is not one of the secrets.
    public func verify(_ request: WebhookRequest) throws(WebhookRejection) {
        guard let value = request.headers[header] else { throw .unsigned }
        guard accepts(value) else { throw .mismatch }
    }

    /// Returns whether a string is one of the secrets, in a time that depends only on its length.
    ///
    /// - Parameter value: The value of the field.
    /// - Returns: Whether to accept the request.
    public func accepts(_ value: String) -> Bool {
        // Digests have equal lengths, so the time does not reveal the length of the secret.
        let digest = SHA256Digest.bytes(of: value.utf8)
        var isKnown = false
        for known in digests where constantTimeEqual(known, digest) {
            isKnown = true
        }
        return isKnown
    }
}

extension SharedSecretVerifier: CustomStringConvertible, CustomReflectable {
    /// The name of the header field; never the secrets.
    public var description: String { "shared secret in \(header)" }

    /// A mirror with the name of the header field, without the secrets.
    public var customMirror: Mirror { Mirror(self, children: ["header": header]) }
}
