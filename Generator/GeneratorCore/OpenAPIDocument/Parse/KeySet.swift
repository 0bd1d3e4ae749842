import YAMLReader

/// The keys that a kind of object may have.
struct KeySet: Sendable {

    /// The meaning of keys that begin with `x-` and are not extensions of Specwright.
    enum OtherExtensions {
        /// Extensions of other tools, or misspelt ones; the settings of the run apply.
        case checked
        /// Keys for other tools or for anchors of YAML, which are always ignored.
        case ignored
        /// Unknown keys like any other.
        case refused
    }

    let standard: Set<String>
    let extensions: Set<String>
    /// Whether the object belongs to one of Specwright's extensions, where other keys are errors.
    let isExtension: Bool
    /// The meaning of other keys that begin with `x-`.
    let others: OtherExtensions
    /// The group of each key.
    private let groups: [String: KeyGroups]

    /// Creates a set.
    ///
    /// - Parameters:
    ///   - plain: The keys in no group.
    ///   - grouped: The keys in groups.
    ///   - extensions: Specwright's extensions, all in ``KeyGroups/rare``.
    ///   - isExtension: Whether the object belongs to one of Specwright's extensions.
    ///   - others: The meaning of other keys that begin with `x-`.
    init(
        _ plain: Set<String>,
        grouped: [(KeyGroups, Set<String>)] = [],
        extensions: Set<ExtensionName> = [],
        isExtension: Bool = false,
        others: OtherExtensions = .checked
    ) {
        standard = grouped.reduce(plain) { $0.union($1.1) }
        self.extensions = Set(extensions.map(\.rawValue))
        self.isExtension = isExtension
        self.others = others
        var groups = Dictionary(uniqueKeysWithValues: standard.map { ($0, KeyGroups()) })
        for (group, keys) in grouped + [(.rare, self.extensions)] {
            for key in keys {
                groups[key] = group
            }
        }
        self.groups = groups
    }

    func contains(_ key: String) -> Bool {
        groups[key] != nil
    }

    /// Returns the groups of which a mapping has keys.
    func groups(of mapping: Mapping) -> KeyGroups {
        mapping.entries.reduce(into: []) { $0.formUnion(groups[$1.key.text] ?? .unknown) }
    }
}

/// Groups of keys, so that the parser skips all keys of a group that an object does not have.
struct KeyGroups: OptionSet, Sendable {
    let rawValue: UInt8

    /// Unknown keys.
    static let unknown = KeyGroups(rawValue: 1)
    /// Keywords that document a schema or describe the use of its values.
    static let notes = KeyGroups(rawValue: 2)
    /// Bounds of the values of a schema.
    static let bounds = KeyGroups(rawValue: 4)
    /// Keywords that compose a schema of other schemas.
    static let composition = KeyGroups(rawValue: 8)
    /// Keys that few objects have.
    static let rare = KeyGroups(rawValue: 16)
}
