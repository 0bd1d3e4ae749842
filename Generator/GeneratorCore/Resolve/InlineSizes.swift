/// Estimates the sizes of the declared types of a module, once their cycles are broken.
struct InlineSizes {

    /// The largest size that is computed, because each type that contains another one twice doubles the size.
    private static let most = 1 << 20

    private var known: [NamedType: Int] = [:]

    /// Sets the sizes of some types and of their nested types.
    mutating func run(_ types: [NamedType]) {
        for type in types {
            type.inlineSize = size(of: type)
            run(type.nested)
        }
    }

    private mutating func size(of type: NamedType) -> Int {
        // The run that declares an imported type has set its size.
        guard type.module == nil else { return type.inlineSize }
        if let size = known[type] {
            return size
        }
        // A type that contains itself does so by reference.
        known[type] = InlineSize.reference
        let size = min(size(of: type.content), Self.most)
        known[type] = size
        return size
    }

    private mutating func size(of content: NamedType.Content) -> Int {
        switch content {
        case .alias(let target): size(of: target)
        case .enumeration: 16
        case .pending, .responses: InlineSize.reference
        case .union(let union):
            union.isIndirect
                ? InlineSize.reference : union.variants.reduce(0) { max($0, size(ofPayload: $1.type)) } + 17
        case .object(let object), .form(let object): size(of: object)
        }
    }

    private mutating func size(ofPayload type: SwiftType) -> Int {
        let size = size(of: type)
        return size > InlineSize.large ? InlineSize.reference : size
    }

    private mutating func size(of object: ObjectType) -> Int {
        // Uses indices, because a property is expensive to copy.
        object.properties.indices.reduce(InlineSize.reference) { total, index in
            guard !object.properties[index].isBoxed else { return total + InlineSize.reference }
            // As a rule, each property is aligned to eight bytes.
            return total + (size(of: object.properties[index].type) + 8) / 8 * 8
        }
    }

    private mutating func size(of type: SwiftType) -> Int {
        type.inlineSize { size(of: $0) }
    }
}
