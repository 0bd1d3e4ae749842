/// Constants for the credential requirements of operations, so that a requirement of many operations is written once.
struct SecurityNames {

    /// A requirement with several schemes, and its constant.
    struct Entry {
        let name: Identifier
        /// The alternatives, each a list of schemes.
        let alternatives: [[Identifier]]
    }

    /// The requirements, in the order in which operations first use them.
    let entries: [Entry]
    private let names: [[[Identifier]]: Identifier]

    /// Creates constants for the requirements of a module that have more than one scheme.
    init(_ module: APIModule) {
        var entries: [Entry] = []
        var names: [[[Identifier]]: Identifier] = [:]
        var taken: Set<Identifier> = []
        for operation in module.groups.lazy.flatMap(\.operations) {
            let alternatives = operation.security
            guard alternatives.joined().count > 1 || alternatives.count > 1, names[alternatives] == nil else {
                continue
            }
            let name = Self.name(alternatives).free(where: taken.contains)
            taken.insert(name)
            names[alternatives] = name
            entries.append(Entry(name: name, alternatives: alternatives))
        }
        self.entries = entries
        self.names = names
    }

    /// Returns the constant of a requirement; `nil` for a single scheme, which needs none.
    func name(of alternatives: [[Identifier]]) -> Identifier? {
        names[alternatives]
    }

    /// Returns a name such as `accessTokenOrNothing` or `keyAndSecret`.
    private static func name(_ alternatives: [[Identifier]]) -> Identifier {
        let texts = alternatives.map { schemes in
            schemes.isEmpty ? "nothing" : schemes.map(\.text).joined(separator: " and ")
        }
        return SwiftName.member(texts.joined(separator: " or "))
    }
}
