import APIRuntime

/// The signing key of each app, made when it is first needed and kept until the sandbox stops.
final class SigningKeys: Sendable {
    private let keys = LockedState([String: PurchaseSigner]())

    /// The key of an app, or of any other name.
    ///
    /// - Throws: When the system has no randomness to give.
    func key(of domain: String) throws -> PurchaseSigner {
        try keys.withLock { keys in
            if let key = keys[domain] { return key }
            let key = try PurchaseSigner()
            keys[domain] = key
            return key
        }
    }

    /// The key that has nothing to do with an app, for the fault of that name.
    func foreignKey() throws -> PurchaseSigner { try key(of: "") }
}
