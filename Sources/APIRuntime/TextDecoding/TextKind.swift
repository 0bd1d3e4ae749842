/// The shape that values of a Swift type have in a parameter, before a style is applied.
package enum TextKind: Hashable {
    /// One string.
    case scalar
    /// Strings in order.
    case list
    /// Named strings.
    case object
    /// Any JSON value, with any number of strings.
    case any

    /// Creates the kind of a type; an optional has the kind of its wrapped type.
    package init(_ type: any JSONCodable.Type) {
        switch type {
        case let shaped as any TextShaped.Type: self = shaped.textKind
        case is any JSONModel.Type: self = .object
        default: self = .scalar
        }
    }

    /// Returns whether an object of a type may have a property with this name.
    package func holds(_ name: String, in type: any JSONCodable.Type) -> Bool {
        let inner = (type as? any OptionalText.Type)?.wrapped ?? type
        guard let model = inner as? any JSONModel.Type else { return true }
        return model.keys.names.contains(name)
    }
}

/// A type with a kind other than the one that its conformances imply.
package protocol TextShaped {
    static var textKind: TextKind { get }
}

/// An optional whose wrapped type is not known statically.
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
