/// The credentials that satisfy an operation.
///
/// One of the alternatives must be met, and each of its schemes with it.
public struct SecurityRequirement: Hashable, Sendable {
    /// Sets of schemes to send together, preferred first.
    ///
    /// An empty set allows an anonymous call.
    public var alternatives: [[SecurityScheme]]

    /// Creates a requirement from its alternatives.
    ///
    /// - Parameter alternatives: Sets of schemes, preferred first; none at all means that no credential is sent.
    public init(alternatives: [[SecurityScheme]]) {
        self.alternatives = alternatives
    }

    /// Creates a requirement for one scheme.
    public init(_ scheme: SecurityScheme) {
        alternatives = [[scheme]]
    }

    /// No credential is sent.
    public static let none = SecurityRequirement(alternatives: [])

    /// Whichever of several requirements can be met, the first one preferred.
    public static func anyOf(_ requirements: [SecurityRequirement]) -> SecurityRequirement {
        SecurityRequirement(alternatives: requirements.flatMap { $0.alternatives.isEmpty ? [[]] : $0.alternatives })
    }

    /// All schemes together.
    public static func allOf(_ schemes: [SecurityScheme]) -> SecurityRequirement {
        SecurityRequirement(alternatives: [schemes])
    }

    /// Whether a call without any credential is allowed.
    public var allowsAnonymous: Bool {
        alternatives.isEmpty || alternatives.contains { $0.isEmpty }
    }

    /// The schemes to send, given the ones that have a credential.
    ///
    /// - Parameter isAvailable: Whether a source is configured for a scheme's name.
    /// - Returns: The first alternative whose schemes are all available; empty when only an anonymous call is possible;
    ///   `nil` when no alternative can be met.
    public func satisfied(where isAvailable: (String) -> Bool) -> [SecurityScheme]? {
        let met = alternatives.first { !$0.isEmpty && $0.allSatisfy { isAvailable($0.name) } }
        return met ?? (allowsAnonymous ? [] : nil)
    }
}
