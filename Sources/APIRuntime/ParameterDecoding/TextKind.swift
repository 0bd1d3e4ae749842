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

    /// Returns the names of the properties that a type declares; `nil` for a type with properties of any name.
    package static func names(of type: any JSONCodable.Type) -> [String]? {
        let inner = (type as? any OptionalText.Type)?.wrapped ?? type
        return (inner as? any JSONModel.Type)?.keys.names
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
