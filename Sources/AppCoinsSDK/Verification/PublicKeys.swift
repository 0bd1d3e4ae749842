import APIRuntime
import AppCoinsAPI

/// A cache of the apps' public keys, which are fetched when they are first needed.
actor PublicKeys {
    private let client: AppCoinsClient
    private var held: [String: String] = [:]

    /// Creates an empty cache.
    init(client: AppCoinsClient) {
        self.client = client
    }

    /// The verification of several purchases, for which the key of an app is fetched at most once.
    final class Pass: Sendable {
        fileprivate let domains = LockedState<Set<String>>([])
    }

    /// Verifies a purchase; if verification with a cached key fails, fetches the key again once.
    ///
    /// - Parameters:
    ///   - signed: The exact signed string and the signature.
    ///   - expected: The values that the signed data must have.
    ///   - pass: The verification that the purchase is part of; `nil` if there is only one purchase.
    /// - Returns: `nil` if the purchase is genuine, or the reason why it is not;
    ///   ``VerificationFailure/unusableKey`` leaves that open.
    /// - Throws: ``GetApplicationPublicKeyError`` if a key cannot be fetched, which does not mean that the purchase
    ///   is invalid.
    func failure(
        of signed: SignedPurchaseData,
        expecting expected: ExpectedPurchase,
        in pass: Pass? = nil
    ) async throws -> VerificationFailure? {
        if let key = held[expected.domain] {
            let failure = PurchaseVerifier.failure(of: signed, expecting: expected, key: key)
            guard failure == .signatureMismatch || failure == .unusableKey else { return failure }
            if pass?.domains.withLock({ $0.contains(expected.domain) }) == true { return failure }
        }
        let key = try await fetch(expected.domain)
        pass?.domains.withLock { _ = $0.insert(expected.domain) }
        let failure = PurchaseVerifier.failure(of: signed, expecting: expected, key: key)
        // An unusable key is not cached.
        held[expected.domain] = failure == .unusableKey ? nil : key
        return failure
    }

    private func fetch(_ domain: String) async throws -> String {
        try await client.applications.publicKey(
            domain: domain,
            platform: .ios,
            options: CallOptions(cache: .networkOnly)
        )
    }
}
