import YAMLReader

/// Finds inline types that are the same wherever they stand, so that each is declared once.
///
/// The first one stays; the others become further names for it. So every name remains that a schema has by itself,
/// whatever is added or changed elsewhere. Inner types are the same only under the same name, and only when their
/// members are described alike; the document's own components are never joined.
struct TypeSharing {

    /// What makes two types the same: all but where they stand and what is said about them as a whole.
    private struct Shape: Hashable {
        enum Content: Hashable {
            case object(ObjectType)
            case enumeration(EnumType)
            case union(UnionType)
        }

        /// Name of an inner type; `nil` at the top level, where a name only says whose body it is.
        let name: Identifier?
        let content: Content
        /// Inner types, each as the one that is declared.
        let nested: [NamedType]
    }

    /// Types that have more than their shape, and stay as they are.
    private let excluded: Set<NamedType>
    private var known: [Shape: NamedType] = [:]

    init(excluding excluded: Set<NamedType>) {
        self.excluded = excluded
    }

    /// Marks the types that repeat an earlier one.
    ///
    /// - Parameter types: Types of the module's top level, in the order of the document.
    mutating func run(_ types: [NamedType]) {
        for type in types {
            run(type.nested)
            guard type.isInline, !excluded.contains(type), let shape = shape(type) else { continue }
            if let first = known[shape] {
                type.original = first
            } else {
                known[shape] = type
            }
        }
    }

    private func shape(_ type: NamedType) -> Shape? {
        let content: Shape.Content
        switch type.content {
        case .object(var object):
            object.properties = object.properties.map(\.bare)
            if case .typed(let value) = object.additional {
                object.additional = .typed(value.original)
            }
            content = .object(object)
        case .enumeration(let type): content = .enumeration(type)
        case .union(var union):
            for index in union.variants.indices {
                union.variants[index].type = union.variants[index].type.original
            }
            content = .union(union)
        case .alias, .form, .responses, .pending: return nil
        }
        return Shape(
            name: type.parent == nil ? nil : type.name,
            content: content,
            nested: type.nested.map { $0.original ?? $0 }
        )
    }
}

extension NamedType {

    /// Whether the type is written where it is used.
    var isInline: Bool {
        parent != nil || pointer.hasPrefix("#/paths/")
    }
}

extension PropertyModel {

    /// The property without its place.
    var bare: PropertyModel {
        var bare = self
        bare.type = type.original
        bare.range = SourceRange(start: .start, end: .start)
        return bare
    }
}

extension SwiftType {

    /// The type with each declared type as the one that is declared.
    var original: SwiftType {
        replacingNamed { $0.original ?? $0 }
    }

    /// The type with other declared types in it.
    func replacingNamed(_ other: (NamedType) -> NamedType) -> SwiftType {
        switch self {
        case .array(let element): .array(element.replacingNamed(other))
        case .arraySkippingInvalidElements(let element): .arraySkippingInvalidElements(element.replacingNamed(other))
        case .dictionary(let value): .dictionary(value.replacingNamed(other))
        case .optional(let wrapped): .optional(wrapped.replacingNamed(other))
        case .named(let type): .named(other(type))
        default: self
        }
    }
}
