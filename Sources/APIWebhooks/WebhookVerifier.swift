public import APIRuntime

/// Authenticates the sender of a webhook request.
///
/// ``HMACVerifier`` and ``SharedSecretVerifier`` cover most services. Conform a type for a service that signs its
/// requests differently, and compare secrets with ``constantTimeEqual(_:_:)``.
public protocol WebhookVerifier: Sendable {
    /// Checks a request.
    ///
    /// - Throws: The reason to reject the request.
    func verify(_ request: WebhookRequest) throws(WebhookRejection)
}

/// The reason why a request is not accepted as one from its service.
public enum WebhookRejection: Error, Hashable, Sendable {
    /// The header field with the secret, signature or time is missing or malformed.
    case unsigned
    /// The secret or signature is wrong.
    case mismatch
    /// The request was signed too long ago, or in the future.
    case expired
}

/// The reason why a webhook request could not be read.
public enum WebhookError: Error, Hashable, Sendable {
    /// The sender was not authenticated. Respond with 401.
    case rejected(WebhookRejection)
    /// The body does not match the specification. Respond with 400.
    case decoding(DecodingFailure)
}

/// Accepts every request.
///
/// For services that sign nothing. Anyone who knows the URL can then send such a request: use it only where something
/// else authenticates the sender, such as mutual TLS.
public struct UnverifiedWebhooks: WebhookVerifier {
    /// Creates the verifier.
    public init() {}

    /// Accepts the request.
    public func verify(_ request: WebhookRequest) {}
}

/// Returns whether two byte sequences are equal, in a time that depends only on their lengths.
///
/// The time that `==` takes reveals how many leading bytes of a guess are right.
public func constantTimeEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    guard first.count == second.count else { return false }
    var difference: UInt8 = 0
    for index in first.indices {
        difference |= first[index] ^ second[index]
    }
    return difference == 0
}
