import APIRuntime

/// The signing keys of the apps, created when first used.
///
/// All sandboxes of a process have the same keys, because creating a key takes a tenth of a second.
enum SigningKeys {
    private static let keys = LockedState([String: PurchaseSigner]())

    /// Returns the key of an app, or of any other name.
    ///
    /// - Throws: An error if the system's random number generator fails.
    static func key(of domain: String) throws -> PurchaseSigner {
        try keys.withLock { keys in
            if let key = keys[domain] { return key }
            let key = try PurchaseSigner()
            keys[domain] = key
            return key
        }
    }

    /// Returns a key that belongs to no app, for the fault `foreignKey`.
    ///
    /// - Throws: An error if the system's random number generator fails.
    static func foreignKey() throws -> PurchaseSigner { try key(of: "") }
}
