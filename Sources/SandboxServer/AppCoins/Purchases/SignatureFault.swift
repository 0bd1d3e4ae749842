/// What is wrong with signatures and keys, on demand.
public enum SignatureFault: String, Sendable, Hashable, CaseIterable {
    /// Purchases carry the signature of another text.
    case wrongSignature

    /// The key that is served belongs to somebody else.
    case foreignKey

    /// The key that is served is no PEM text.
    case malformedKey
}
