/// A simulated fault of signatures and keys.
public enum SignatureFault: String, Sendable, Hashable, CaseIterable {
    /// Purchases contain the signature of a different string.
    case wrongSignature

    /// The served key does not match the signatures.
    case foreignKey

    /// The served key is not valid PEM.
    case malformedKey
}
