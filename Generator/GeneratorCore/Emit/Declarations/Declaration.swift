/// A Swift declaration as data.
///
/// The renderer indents declarations, breaks their lines and writes their comments. The lines of a body are already
/// broken; a ``Line`` contains its depth instead of spaces.
indirect enum Declaration {
    case type(TypeDeclaration)
    case function(FunctionDeclaration)
    case property(PropertyDeclaration)
    case enumCase(EnumCaseDeclaration)
    /// Plain cases, as many on a line as fit.
    case enumCases([Identifier])
    case alias(AliasDeclaration)
}

/// The content of a doc comment: a summary, details and tagged parts.
struct DocComment {
    var summary: String
    var details: String?
    var parameters: [(name: Identifier, text: String)] = []
    var returns: String?
    var throwing: String?
    /// The source in the spec, without a full stop.
    var source: String?
}

/// A struct, a class, an enum, a protocol or an extension.
struct TypeDeclaration {
    enum Keyword {
        case structure, enumeration, indirectEnumeration, `extension`, `protocol`, finalClass
    }

    var documentation: DocComment?
    var attributes: [Code] = []
    /// The access level; `nil` omits it.
    var access: Code?
    let keyword: Keyword
    let name: Code
    var conformances: [Code] = []
    var members: [Declaration] = []
}

/// A function or an initializer.
struct FunctionDeclaration {
    struct Parameter {
        /// The argument label; `nil` if the name is the label.
        var label: Code?
        /// The name, or an underscore or label followed by the name.
        let name: Code
        let type: Code
        var defaultValue: Code?

        /// The argument that forwards the parameter under its own label.
        var passedOn: Code { "\(Code.label(label ?? name)): \(name)" }
    }

    var documentation: DocComment?
    var attributes: [Code] = []
    var access: Code?
    /// Everything before the parameters: `static func list` or `init`.
    let head: Code
    var parameters: [Parameter] = []
    /// Everything after the parameters: `async throws(ListError) -> ResultPage`.
    var suffix = Code.empty
    var body: [Line] = []
    /// Whether it is a protocol requirement, which has no body.
    var isRequirement = false
}

extension Sequence<FunctionDeclaration.Parameter> {

    /// Returns the reference to a member of the enclosing type in a function with these parameters.
    func member(_ name: Code) -> Code {
        contains { $0.name == name } ? "self.\(name)" : name
    }
}

/// A line of code and its depth below the declaration or the body that contains it.
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
    /// The body of a computed property; `nil` for a stored one.
    var body: [Line]?
    /// The elements of a literal after the head, as many on a line as fit.
    var list: [Code]?
    /// The literal without elements.
    var emptyList: Code = "[]"
    /// The code after the literal.
    var tail = Code.empty
    /// The lines that continue the head of a stored property.
    var lines: [Line] = []
}

/// A case of an enum.
struct EnumCaseDeclaration {
    var documentation: DocComment?
    var attributes: [Code] = []
    let name: Identifier
    var payload: Code?
    /// The raw value; `nil` for the name of the case.
    var rawValue: Code?
    /// Whether the case is indirect.
    var isIndirect = false
}

/// A type alias.
struct AliasDeclaration {
    var documentation: DocComment?
    var access: Code?
    let name: Identifier
    let target: Code
}

/// A file of the output before rendering.
struct SourceFileModel {
    /// The path inside the output folder; composed of identifiers.
    let path: String
    let imports: [Import]
    let declarations: [Declaration]
}

/// An import and its access.
struct Import: Hashable {
    let module: Code
    /// Whether users of the file's declarations need the imported module, because the declarations refer to it.
    let isVisible: Bool

    /// Whether it is the runtime, some declarations of which only generated code may use.
    var isRuntime: Bool { module.text == "APIRuntime" }

    /// The import of FoundationEssentials in place of Foundation; `nil` for another module.
    var essentials: Import? {
        if module.text == "Foundation" { return Import(module: "FoundationEssentials", isVisible: isVisible) }
        let prefix = "struct Foundation."
        guard module.text.hasPrefix(prefix) else { return nil }
        let type = Identifier(sanitizing: String(module.text.dropFirst(prefix.count)))
        return Import(module: "struct FoundationEssentials.\(type)", isVisible: isVisible)
    }
}

extension Import {

    /// Returns imports of single types of Foundation.
    ///
    /// Where a client and all of Foundation are imported, a schema named `Notification` or `Operation` would be
    /// ambiguous, and the names in Foundation differ from platform to platform.
    static func foundation(_ types: Set<String>, isVisible: Bool) -> [Import] {
        types.sorted().map { Import(module: "struct Foundation.\(Identifier(sanitizing: $0))", isVisible: isVisible) }
    }
}

/// Creates files.
///
/// It can run at any time on any thread, because it changes no shared state.
typealias FileWork = () -> [SourceFileModel]
