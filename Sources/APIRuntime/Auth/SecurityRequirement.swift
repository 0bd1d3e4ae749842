/// The security requirement of an operation: alternative sets of schemes.
///
/// A call must satisfy one of the alternatives, with all of its schemes.
public struct SecurityRequirement: Hashable, Sendable {
    /// The sets of schemes to send together, preferred first.
    ///
    /// An empty set allows an anonymous call.
    public var alternatives: [[SecurityScheme]]

    /// Creates a requirement from its alternatives.
    ///
    /// - Parameter alternatives: The sets of schemes, preferred first; an empty array means that no credential is sent.
    @_spi(Generated)
    public init(alternatives: [[SecurityScheme]]) {
        self.alternatives = alternatives
    }

    /// Creates a requirement for one scheme.
    @_spi(Generated)
    public init(_ scheme: SecurityScheme) {
        alternatives = [[scheme]]
    }

    /// A requirement that sends no credential.
    @_spi(Generated)
    public static let none = SecurityRequirement(alternatives: [])

    /// Whether a call without any credential is allowed.
    public var allowsAnonymous: Bool {
        alternatives.isEmpty || alternatives.contains { $0.isEmpty }
    }

    /// Returns the schemes to send, given those that have a credential.
    ///
    /// - Parameter isAvailable: Returns whether a source is configured for a scheme's name.
    /// - Returns: The first alternative whose schemes are all available; an empty array when only an anonymous call is
    ///   possible; `nil` when no alternative can be satisfied.
    func satisfied(where isAvailable: (String) -> Bool) -> [SecurityScheme]? {
        let met = alternatives.first { !$0.isEmpty && $0.allSatisfy { isAvailable($0.name) } }
        return met ?? (allowsAnonymous ? [] : nil)
    }
}
