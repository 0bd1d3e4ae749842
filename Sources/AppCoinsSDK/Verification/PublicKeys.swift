import APIRuntime
import AppCoinsAPI

/// The apps' public keys as the service gave them, fetched when they are first needed.
actor PublicKeys {
    private let client: AppCoinsClient
    private var held: [String: String] = [:]

    /// Creates an empty cache.
    init(client: AppCoinsClient) {
        self.client = client
    }

    /// Checks a purchase; a key that was held before is fetched afresh once when it does not fit.
    ///
    /// - Returns: `nil` when the purchase is genuine, otherwise why it is not.
    /// - Throws: ``GetApplicationPublicKeyError`` when a key cannot be fetched, which says nothing of the purchase.
    func failure(of signed: SignedPurchaseData, expecting expected: ExpectedPurchase) async throws
        -> VerificationFailure?
    {
        if let key = held[expected.domain] {
            let failure = PurchaseVerifier.failure(of: signed, expecting: expected, key: key)
            guard failure == .signatureMismatch || failure == .unusableKey else { return failure }
        }
        let key = try await fetch(expected.domain)
        let failure = PurchaseVerifier.failure(of: signed, expecting: expected, key: key)
        // A key that cannot be used is not worth keeping.
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
