/// The types that are sent or received as XML: those of the bodies, and all types they contain.
struct XMLPlan {

    private(set) var types: Set<NamedType> = []

    /// Visits the types of the bodies.
    init(_ bodies: [SwiftType]) {
        var open = bodies
        while let type = open.popLast() {
            switch type {
            case .array(let inner), .arraySkippingInvalidElements(let inner), .dictionary(let inner),
                .optional(let inner):
                open.append(inner)
            case .named(let named): add(named.original ?? named, &open)
            default: break
            }
        }
    }

    private mutating func add(_ type: NamedType, _ open: inout [SwiftType]) {
        switch type.content {
        case .alias(let target): open.append(target)
        case .object(let object) where !object.isTuple:
            guard types.insert(type).inserted else { return }
            open += object.properties.map(\.type)
            if case .typed(let value) = object.additional {
                open.append(value)
            }
        case .union(let union):
            guard types.insert(type).inserted else { return }
            open += union.variants.map(\.type)
        default: break
        }
    }
}

extension SwiftType {

    /// Whether an XML attribute can have the value: a single value, or a list of single values.
    var isXMLAttribute: Bool {
        isXMLText || xmlItem?.isXMLText == true
    }

    /// Whether a string in XML can have the value.
    var isXMLText: Bool {
        switch jsonKind {
        case .string, .number, .boolean, .any: true
        case .array, .object: false
        }
    }

    /// The type of the elements of a list; `nil` for any other type.
    var xmlItem: SwiftType? {
        switch self {
        case .array(let inner), .arraySkippingInvalidElements(let inner): return inner
        case .optional(let inner): return inner.xmlItem
        case .named(let named):
            guard case .alias(let target) = (named.original ?? named).content else { return nil }
            return target.xmlItem
        default: return nil
        }
    }
}
