/// Tells requests of a service from those of anybody else.
///
/// ``HMACVerifier`` and ``SharedSecretVerifier`` are what most services need. Write another one for a service that
/// signs in a manner of its own; compare secrets with ``constantTimeEqual(_:_:)``.
public protocol WebhookVerifier: Sendable {
    /// Checks a request.
    ///
    /// - Throws: Why it is not believed.
    func verify(_ request: WebhookRequest) throws(WebhookRejection)
}

/// Why a request is not believed to come from its service.
public enum WebhookRejection: Error, Hashable, Sendable {
    /// The header field with the secret, signature or time is missing or cannot be read.
    case unsigned
    /// The secret or signature is another one.
    case mismatch
    /// The request was signed too long ago, or in the future.
    case expired
}

/// Why a request of a service could not be taken.
public enum WebhookError: Error, Hashable, Sendable {
    /// It is not believed to come from the service; response with 401.
    case rejected(WebhookRejection)
    /// Its body is not what the specification says; response with 400.
    case decoding(DecodingFailure)
}

/// Believes every request.
///
/// For services that sign nothing. Anybody who knows the address can then send what the service sends: use it behind
/// something else that checks the sender, such as mutual TLS.
public struct UnverifiedWebhooks: WebhookVerifier {
    /// Creates the verifier.
    public init() {}

    /// Accepts the request.
    public func verify(_ request: WebhookRequest) {}
}

/// Whether two sequences of bytes are equal, in a time that depends on their lengths alone.
///
/// With `==`, the time tells how many bytes of a guess are right.
public func constantTimeEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    guard first.count == second.count else { return false }
    var difference: UInt8 = 0
    for index in first.indices {
        difference |= first[index] ^ second[index]
    }
    return difference == 0
}
