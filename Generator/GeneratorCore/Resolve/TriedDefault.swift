import YAMLReader

/// A value of a default with the types that it was tried as.
///
/// A class, because unions may lead to one value in many ways, and it is tried once for each type all the same.
final class TriedDefault {

    /// A union is one of its own variants, so that no value of it has an end.
    struct Circle: Error {}

    let node: Node
    private var literals: [NamedType: LiteralValue?] = [:]
    private var open: Set<NamedType> = []
    private var members: [ExactText: TriedDefault] = [:]

    /// The elements of a list; `nil` for anything else.
    private(set) lazy var elements = node.sequence.map { $0.map(TriedDefault.init) }

    init(_ node: Node) {
        self.node = node
    }

    /// The value of a mapping's key; `nil` where there is none.
    func member(_ name: String) -> TriedDefault? {
        guard let value = node.mapping?[name] else { return nil }
        let key = ExactText(name)
        if let known = members[key] {
            return known
        }
        let member = TriedDefault(value)
        members[key] = member
        return member
    }

    /// The value as a literal of a type, looked for when it is asked for first.
    func literal(_ type: NamedType, _ find: () throws -> LiteralValue?) throws -> LiteralValue? {
        if let known = literals[type] {
            return known
        }
        guard open.insert(type).inserted else { throw Circle() }
        let literal = try find()
        open.remove(type)
        literals[type] = .some(literal)
        return literal
    }
}
