import YAMLReader

/// A default value with the literals for the types that were tried.
///
/// A class, because nested unions may reach one value on many paths, and the conversion runs once for each type.
final class TriedDefault {

    /// An error for a union that is also one of its variants, so that the conversion would not end.
    struct Circle: Error {}

    let node: Node
    private var literals: [NamedType: LiteralValue?] = [:]
    private var open: Set<NamedType> = []
    private var members: [ExactText: TriedDefault] = [:]

    /// The elements of a list; `nil` for any other value.
    private(set) lazy var elements = node.sequence.map { $0.map(TriedDefault.init) }

    init(_ node: Node) {
        self.node = node
    }

    /// Returns the value for a key of a mapping; `nil` if there is none.
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

    /// Returns the value as a literal of a type; runs the closure only the first time.
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
