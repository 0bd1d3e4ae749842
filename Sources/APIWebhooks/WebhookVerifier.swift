#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import APIRuntime

/// Authenticates the sender of a webhook request.
///
/// ``HMACVerifier`` and ``SharedSecretVerifier`` support most services. Conform a type for a service that signs its
/// requests differently, and compare secrets with ``constantTimeEqual(_:_:)``.
public protocol WebhookVerifier: Sendable {
    /// Checks whether a request is authentic.
    ///
    /// - Throws: The reason for rejecting the request.
    func verify(_ request: WebhookRequest) throws(WebhookRejection)
}

/// The reason why a request is rejected as not authentic.
public enum WebhookRejection: Error, Hashable, Sendable {
    /// The header field with the secret, signature or time is missing or malformed.
    case unsigned
    /// The secret or signature is wrong.
    case mismatch
    /// The request was signed too long ago, or in the future.
    case expired
}

/// The reason why a webhook request cannot be processed.
public enum WebhookError: Error, Hashable, Sendable {
    /// The sender could not be authenticated. Respond with status 401.
    case rejected(WebhookRejection)
    /// The body does not match the specification. Respond with status 400.
    case decoding(DecodingFailure)
}

/// A verifier that accepts every request, for services that do not sign their requests.
///
/// Anyone who knows the URL can send a request that this verifier accepts. Use it only if another mechanism
/// authenticates the sender, such as mutual TLS.
public struct UnverifiedWebhooks: WebhookVerifier {
    /// Creates the verifier.
    public init() {}

    /// Accepts every request; never throws.
    public func verify(_ request: WebhookRequest) {}
}

/// Returns whether two byte sequences are equal, in a time that depends only on their lengths.
///
/// The duration of `==` would reveal the number of correct leading bytes of a guess.
public func constantTimeEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    guard first.count == second.count else { return false }
    var difference: UInt8 = 0
    for index in first.indices {
        difference |= first[index] ^ second[index]
    }
    return difference == 0
}

extension WebhookRejection: LocalizedError {
    /// The reason, in one sentence.
    public var errorDescription: String? {
        switch self {
        case .unsigned: "The secret, the signature or the time of the request is missing or malformed."
        case .mismatch: "The secret or the signature of the request is wrong."
        case .expired: "The request was signed too long ago, or in the future."
        }
    }
}

extension WebhookError: LocalizedError, CustomStringConvertible {
    /// The case and the reason, without a value of the request.
    public var description: String {
        switch self {
        case .rejected(let reason): "rejected: \(reason)"
        case .decoding(let failure): "decoding: \(failure)"
        }
    }

    /// The reason, in one sentence.
    public var errorDescription: String? {
        switch self {
        case .rejected(let reason): reason.errorDescription
        case .decoding(let failure): failure.errorDescription
        }
    }
}
