import YAMLReader

/// A type that generated code may speak of.
indirect enum SwiftType: Hashable {
    case string, bool, int, uint64, double, float, decimal
    case date, calendarDate, timeOfDay, calendarDuration, uuid, url, data
    /// A decimal number in a string, with its digits as written.
    case decimalText
    /// A type that the user maps a format to.
    case custom(CustomType)
    /// Any JSON.
    case json
    /// A file of a multipart body.
    case file
    case array(SwiftType)
    /// A list whose broken elements are skipped and reported.
    case arraySkippingInvalidElements(SwiftType)
    case dictionary(SwiftType)
    /// A value that may be null, inside a list or a dictionary.
    case optional(SwiftType)
    case named(NamedType)

    /// Whether the module declares the type, and members of it may be held through a reference.
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

    /// What the value looks like in JSON.
    enum JSONKind: String {
        case string, boolean, number, array, object, any
    }

    /// What the value looks like in JSON.
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

/// A type that the user wrote, or one of the standard library that the generator does not choose by itself.
struct CustomType: Hashable {
    /// The type's name, with the names of what it stands in before it.
    let path: [Identifier]
    /// The module that has it; `nil` for the standard library and for the module that is being generated.
    let module: Identifier?
    let jsonKind: SwiftType.JSONKind
}

/// A type that the module declares.
///
/// A class, because types refer to each other in cycles.
final class NamedType: Hashable {

    /// What is declared.
    enum Content {
        /// Still being worked out.
        case pending
        case object(ObjectType)
        case enumeration(EnumType)
        case union(UnionType)
        /// Another name for a type.
        case alias(SwiftType)
        /// The parts of a multipart body.
        case form(ObjectType)
        /// The documented successes of one operation.
        case responses([ResponseVariant])
    }

    let name: Identifier
    let parent: NamedType?
    /// Where a type of the top level stands in the document; empty for an inner one.
    let pointer: String
    var documentation: Documentation
    /// Where the document speaks of it.
    var range = SourceRange(start: .start, end: .start)
    var content = Content.pending
    /// Types declared inside this one, in the order in which they were met.
    var nested: [NamedType] = []
    /// Names of the members, as far as they are known, which no type declared inside can have.
    var memberNames: Set<Identifier> = []
    var scope: NameScope
    /// How the schema says that it stands in XML.
    var xml: XMLModel?
    /// The module that declares the type; `nil` for the one that is being generated.
    var module: Identifier?
    /// The same type, declared earlier, for which this one is another name; `nil` when this one is declared.
    var original: NamedType?
    /// The generic type that this one is another name for, and the types that its parameters stand for; `nil` when this
    /// one is declared.
    var instance: (type: NamedType, arguments: [SwiftType])?
    /// Parameters of a generic type, each a model or something else that JSON has.
    var parameters: [Identifier] = []
    /// Size as ``inlineSize`` found it.
    var knownSize: Int?

    init(
        _ name: Identifier,
        in parent: NamedType?,
        pointer: String,
        documentation: Documentation,
        diagnostics: DiagnosticCollector
    ) {
        self.name = name
        self.parent = parent
        self.pointer = pointer
        self.documentation = documentation
        scope = NameScope(diagnostics, reserving: [name])
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

/// Text for a doc comment.
struct Documentation: Hashable {
    var summary: String?
    var details: String?

    init(summary: String? = nil, details: String? = nil) {
        self.summary = summary
        self.details = details
    }
}
