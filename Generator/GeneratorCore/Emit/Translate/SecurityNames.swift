/// Constants for the credentials that operations need, so that what many of them repeat is written once.
struct SecurityNames {

    /// A requirement of several schemes, and its constant.
    struct Entry {
        let name: Identifier
        /// Alternatives of schemes.
        let alternatives: [[Identifier]]
    }

    /// In the order in which operations first need them.
    let entries: [Entry]
    private let names: [[[Identifier]]: Identifier]

    /// Names the requirements of a module that are more than one scheme.
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

    /// The constant of a requirement; `nil` for one scheme, which needs none.
    func name(of alternatives: [[Identifier]]) -> Identifier? {
        names[alternatives]
    }

    /// `accessTokenOrNothing`, `keyAndSecret`.
    private static func name(_ alternatives: [[Identifier]]) -> Identifier {
        let texts = alternatives.map { schemes in
            schemes.isEmpty ? "nothing" : schemes.map(\.text).joined(separator: " and ")
        }
        return SwiftName.member(texts.joined(separator: " or "))
    }
}
