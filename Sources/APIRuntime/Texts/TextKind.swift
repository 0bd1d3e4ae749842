/// What a type of Swift looks like before a style is applied: one text, several, or named ones.
package enum TextKind: Hashable {
    case scalar, list, object
    /// Any JSON: as many texts as there are.
    case any

    /// The kind of a type; an optional one has the kind of what it wraps.
    package init(_ type: any JSONCodable.Type) {
        switch type {
        case let shaped as any TextShaped.Type: self = shaped.textKind
        case is any JSONModel.Type: self = .object
        default: self = .scalar
        }
    }

    /// Whether an object of a type may have a member of this name.
    package func holds(_ name: String, in type: any JSONCodable.Type) -> Bool {
        let inner = (type as? any OptionalText.Type)?.wrapped ?? type
        guard let model = inner as? any JSONModel.Type else { return true }
        return model.keys.names.contains(name)
    }
}

/// A type that says what its texts look like.
package protocol TextShaped {
    static var textKind: TextKind { get }
}

/// An optional, seen from outside.
package protocol OptionalText {
    static var wrapped: any JSONCodable.Type { get }
}

extension Array: TextShaped {
    package static var textKind: TextKind { .list }
}

extension Dictionary: TextShaped {
    package static var textKind: TextKind { .object }
}

extension JSONValue: TextShaped {
    package static var textKind: TextKind { .any }
}

extension Optional: TextShaped, OptionalText where Wrapped: JSONCodable {
    package static var textKind: TextKind { TextKind(Wrapped.self) }
    package static var wrapped: any JSONCodable.Type { Wrapped.self }
}

extension Nullable: TextShaped where Wrapped: JSONCodable {
    package static var textKind: TextKind { TextKind(Wrapped.self) }
}
