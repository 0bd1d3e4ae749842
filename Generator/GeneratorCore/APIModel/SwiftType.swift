import YAMLReader

/// A type that generated code may use.
indirect enum SwiftType: Hashable {
    case string, bool, int, uint64, double, float, decimal
    case date, calendarDate, timeOfDay, calendarDuration, uuid, url, data
    /// A decimal number in a string, with its digits as written.
    case decimalText
    /// A type that the options map a format to.
    case custom(CustomType)
    /// Any JSON value.
    case json
    /// A file of a multipart body.
    case file
    case array(SwiftType)
    /// A list that skips and reports elements that cannot be decoded.
    case arraySkippingInvalidElements(SwiftType)
    case dictionary(SwiftType)
    /// A value that may be null, inside a list or a dictionary.
    case optional(SwiftType)
    case named(NamedType)

    /// Whether a module declares the type, so that properties may store it by reference.
    var isDeclared: Bool {
        if case .named = self { true } else { false }
    }

    /// Whether the type is, or contains, a declared type.
    var hasNamed: Bool {
        switch self {
        case .named: true
        case .array(let inner), .arraySkippingInvalidElements(let inner), .dictionary(let inner), .optional(let inner):
            inner.hasNamed
        default: false
        }
    }

    /// Whether the type is a date with a time, or an alias of it.
    var isDate: Bool {
        switch self {
        case .date: true
        case .named(let named): if case .alias(let target) = named.content { target.isDate } else { false }
        default: false
        }
    }

    /// The JSON type of the value.
    enum JSONKind: String {
        case string, boolean, number, array, object, any
    }

    /// The JSON type of the value.
    var jsonKind: JSONKind {
        switch self {
        case .string, .date, .calendarDate, .timeOfDay, .calendarDuration, .uuid, .url, .data, .file, .decimalText:
            .string
        case .custom(let type): type.jsonKind
        case .bool: .boolean
        case .int, .uint64, .double, .float, .decimal: .number
        case .json: .any
        case .array, .arraySkippingInvalidElements: .array
        case .dictionary: .object
        case .optional(let wrapped): wrapped.jsonKind
        case .named(let type): type.jsonKind
        }
    }
}

/// A type from the options, or one of the standard library that the generator does not choose by itself.
struct CustomType: Hashable {
    /// The type's name, preceded by the names of its enclosing types.
    let path: [Identifier]
    /// The module that declares the type; `nil` for the standard library and for the generated module.
    let module: Identifier?
    let jsonKind: SwiftType.JSONKind
}

/// A type that the module declares.
///
/// A class, because types refer to each other in cycles.
final class NamedType: Hashable {

    /// The kind of declaration.
    enum Content {
        /// Not decided yet.
        case pending
        case object(ObjectType)
        case enumeration(EnumType)
        case union(UnionType)
        /// An alias of a type.
        case alias(SwiftType)
        /// The parts of a multipart body.
        case form(ObjectType)
        /// The documented successes of one operation.
        case responses([ResponseVariant])
    }

    let name: Identifier
    let parent: NamedType?
    /// The path of a top-level type in the document; empty for a nested type.
    let pointer: String
    var documentation: Documentation
    /// The position of the type's schema.
    var range = SourceRange(start: .start, end: .start)
    var content = Content.pending
    /// The nested types, in the order of their declaration.
    var nested: [NamedType] = []
    /// The `xml` of the schema.
    var xml: XMLModel?
    /// The module that declares the type; `nil` for the generated module.
    var module: Identifier?
    /// The identical type, declared earlier, that this one is an alias of; `nil` if this one is declared.
    var original: NamedType?
    /// The generic type that this one is an alias of, with the type arguments; `nil` if this one is declared.
    var instance: (type: NamedType, arguments: [SwiftType])?
    /// The parameters of a generic type, each a model or another type that JSON can represent.
    var parameters: [Identifier] = []
    /// The type of responses that corresponds to this type of requests; `nil` for all other types.
    var counterpart: NamedType? {
        didSet { counterpart?.isCounterpart = true }
    }
    /// Whether a type of requests corresponds to this type of responses.
    private(set) var isCounterpart = false
    /// The estimated size of a value in bytes, without the values that it refers to.
    var inlineSize = InlineSize.reference

    init(_ name: Identifier, in parent: NamedType?, pointer: String, documentation: Documentation) {
        self.name = name
        self.parent = parent
        self.pointer = pointer
        self.documentation = documentation
    }

    /// The type and the types around it, outermost first.
    var path: [NamedType] {
        (parent?.path ?? []) + [self]
    }

    var jsonKind: SwiftType.JSONKind {
        switch content {
        case .object(let object): object.isTuple ? .array : .object
        case .form: .object
        case .enumeration(let type): type.jsonKind
        case .alias(let type): type.jsonKind
        case .union, .pending, .responses: .any
        }
    }

    static func == (first: NamedType, second: NamedType) -> Bool {
        first === second
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

extension SwiftType {

    /// Whether the type contains a file.
    var hasFile: Bool {
        switch self {
        case .file: true
        case .array(let element), .arraySkippingInvalidElements(let element), .dictionary(let element),
            .optional(let element):
            element.hasFile
        default: false
        }
    }
}

/// The content of a doc comment.
struct Documentation: Hashable {
    var summary: String?
    var details: String?

    init(summary: String? = nil, details: String? = nil) {
        self.summary = summary
        self.details = details
    }
}
