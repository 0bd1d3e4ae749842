/// A Swift declaration as data.
///
/// The renderer alone knows indentation, line breaks and comments.
indirect enum Declaration {
    case type(TypeDeclaration)
    case function(FunctionDeclaration)
    case property(PropertyDeclaration)
    case enumCase(EnumCaseDeclaration)
    /// Plain cases, as many on a line as fit.
    case enumCases([Identifier])
    case alias(AliasDeclaration)
}

/// Text of a doc comment: a summary, details, and tagged parts.
struct DocComment {
    var summary: String
    var details: String?
    var parameters: [(name: Identifier, text: String)] = []
    var returns: String?
    var throwing: String?
    /// Where it comes from, without a full stop.
    var source: String?
}

/// A struct, a class, an enum, a protocol or an extension.
struct TypeDeclaration {
    enum Keyword {
        case structure, enumeration, indirectEnumeration, `extension`, `protocol`, finalClass
    }

    var documentation: DocComment?
    var attributes: [Code] = []
    /// Access level; `nil` writes none.
    var access: Code?
    let keyword: Keyword
    let name: Code
    var conformances: [Code] = []
    var members: [Declaration] = []
}

/// A function or an initialiser.
struct FunctionDeclaration {
    struct Parameter {
        /// The label; `nil` where the name is the label.
        var label: Code?
        /// The name, or an underscore or label and the name.
        let name: Code
        let type: Code
        var defaultValue: Code?

        /// The argument that hands the parameter on under its own label.
        var passedOn: Code { "\(Code.label(label ?? name)): \(name)" }
    }

    var documentation: DocComment?
    var attributes: [Code] = []
    var access: Code?
    /// Everything before the parameters: `static func list` or `init`.
    let head: Code
    var parameters: [Parameter] = []
    /// What stands behind the parameters: `async throws(ListError) -> ResultPage`.
    var suffix = Code.empty
    var body: [Line] = []
    /// Whether it is a requirement of a protocol, which has no body.
    var isRequirement = false
}

extension Sequence<FunctionDeclaration.Parameter> {

    /// A member of the type that a function with these parameters stands in, as it is written there.
    func member(_ name: Code) -> Code {
        contains { $0.name == name } ? "self.\(name)" : name
    }
}

/// A line of a body with its depth.
struct Line {
    let depth: Int
    let code: Code

    init(_ code: Code, depth: Int = 0) {
        self.depth = depth
        self.code = code
    }
}

/// A stored or computed property.
struct PropertyDeclaration {
    var documentation: DocComment?
    var attributes: [Code] = []
    var access: Code?
    /// Everything from `var` on: `static let keys: ObjectKeys = […]`.
    let head: Code
    /// Body of a computed property; `nil` for a stored one.
    var body: [Line]?
    /// Elements of a literal that stands behind the head, as many on a line as fit.
    var list: [Code]?
    /// What stands behind the literal.
    var tail = Code.empty
}

/// A case of an enum.
struct EnumCaseDeclaration {
    var documentation: DocComment?
    var attributes: [Code] = []
    let name: Identifier
    var payload: Code?
    /// Whether the payload stands behind a reference.
    var isIndirect = false
}

/// Another name for a type.
struct AliasDeclaration {
    var documentation: DocComment?
    var access: Code?
    let name: Identifier
    let target: Code
}

/// One file of the output before it is text.
struct SourceFileModel {
    /// Path inside the output folder; made of identifiers.
    let path: String
    let imports: [Import]
    let declarations: [Declaration]
}

/// An import with its access.
struct Import: Hashable {
    let module: Code
    /// Whether those who see the file's declarations see what is imported, as they must where declarations speak of it.
    let isVisible: Bool

    /// Whether it is the runtime, some declarations of which only generated code may use.
    var isRuntime: Bool { module.text == "APIRuntime" }
}

extension Import {

    /// Single types of Foundation.
    ///
    /// Where a client is imported beside the whole of it, a schema called `Notification` or `Operation` would be
    /// ambiguous, and which names Foundation has differs from system to system.
    static func foundation(_ types: Set<String>, isVisible: Bool) -> [Import] {
        types.sorted().map { Import(module: "struct Foundation.\(Identifier(sanitizing: $0))", isVisible: isVisible) }
    }
}

/// Makes files, at whatever time and on whatever thread: it changes nothing that another one reads.
typealias FileWork = () -> [SourceFileModel]
