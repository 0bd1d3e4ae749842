import YAMLReader

/// Finds identical inline types, so that each is declared once.
///
/// The first type is declared; the others become aliases of it. The name that a schema has does not depend on additions
/// or changes elsewhere. Nested types are identical only if they have the same name, and only if the documentation of
/// their properties is the same. Components are never merged.
struct TypeSharing {

    /// The properties that two identical types share: all but their position and the documentation of the type as a
    /// whole.
    private struct Shape: Hashable {
        /// The declaration of the type.
        enum Content: Hashable {
            case object(ObjectType)
            case enumeration(EnumType)
            case union(UnionType)
        }

        /// The name of a nested type; `nil` at the top level, where the name only identifies the body.
        let name: Identifier?
        let content: Content
        /// The nested types, each as the type that is declared for it.
        let nested: [NamedType]
    }

    /// The types with more than their shape, which remain unchanged.
    private let excluded: Set<NamedType>
    private var known: [Shape: NamedType] = [:]

    init(excluding excluded: Set<NamedType>) {
        self.excluded = excluded
    }

    /// Marks the types that repeat an earlier one.
    ///
    /// - Parameter types: The types of the module's top level, in document order.
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

    /// Whether the schema of the type is inline.
    var isInline: Bool {
        parent != nil || pointer.hasPrefix("#/paths/")
    }
}

extension PropertyModel {

    /// The property without its position.
    var bare: PropertyModel {
        var bare = self
        bare.type = type.original
        bare.range = SourceRange(start: .start, end: .start)
        return bare
    }
}

extension SwiftType {

    /// The type with each declared type replaced by its original.
    var original: SwiftType {
        replacingNamed { $0.original ?? $0 }
    }

    /// Returns the type with each declared type replaced.
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
