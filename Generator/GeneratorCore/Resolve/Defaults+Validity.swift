import YAMLReader

extension Defaults {

    /// Whether a value without a literal is no value of a type, rather than one that Swift cannot express.
    ///
    /// An empty object is not reported: documents that are made from Go code have it as the default of every object.
    static func isInvalid(_ node: Node, _ type: SwiftType) -> Bool {
        isInvalid(node, type, depth: 16)
    }

    private static func isInvalid(_ node: Node, _ type: SwiftType, depth: Int) -> Bool {
        guard depth > 0 else { return false }
        switch type {
        case .bool, .int, .uint64, .double, .float, .calendarDate, .uuid, .timeOfDay, .calendarDuration, .data:
            return literal(node, type) == nil
        case .date: return node.string.map(DefaultText.isImpossibleDate) ?? true
        case .custom(let custom): return custom.isSized && literal(node, type) == nil
        case .optional(let wrapped): return !node.isNull && isInvalid(node, wrapped, depth: depth - 1)
        case .array(let element), .arraySkippingInvalidElements(let element):
            guard let elements = node.sequence else { return true }
            return elements.contains { isInvalid($0, element, depth: depth - 1) }
        case .dictionary(let value):
            guard let entries = node.mapping?.entries else { return true }
            return entries.contains { isInvalid($0.value, value, depth: depth - 1) }
        case .named(let named): return isInvalid(node, named, depth: depth - 1)
        default: return false
        }
    }

    private static func isInvalid(_ node: Node, _ named: NamedType, depth: Int) -> Bool {
        switch named.content {
        case .alias(let target): isInvalid(node, target, depth: depth)
        case .enumeration: literal(node, .named(named)) == nil
        case .object(let object): object.isTuple ? node.sequence == nil : isInvalid(node, object, depth: depth)
        case .union(let union): union.variants.allSatisfy { isInvalid(node, $0.type, depth: depth) }
        default: false
        }
    }

    private static func isInvalid(_ node: Node, _ object: ObjectType, depth: Int) -> Bool {
        guard let mapping = node.mapping else { return true }
        guard !mapping.isEmpty else { return false }
        return object.properties.contains { property in
            guard let value = mapping[property.wireName] else { return property.isNeeded }
            return !value.isNull && isInvalid(value, property.type, depth: depth)
        }
    }
}
