/// Spells types for one file, and notes which modules their names come from.
struct TypeSpeller {

    /// Name of the module that is being generated.
    let module: Identifier
    /// Types of Foundation that were spelled in declarations.
    private(set) var foundationTypes: Set<String> = []
    /// Whether Foundation types were spelled in declarations.
    var usesFoundation: Bool { !foundationTypes.isEmpty }
    /// Whether Foundation is needed in bodies.
    var usesFoundationInside = false
    /// Whether types of the runtime were spelled.
    private(set) var usesRuntime = false
    /// Whether types of the module were spelled.
    private(set) var usesModule = false
    /// Names that another module has too, so that they need the module's name.
    var qualified: Set<String> = []
    /// Modules of the user's own types.
    private(set) var modules: Set<Identifier> = []

    /// Names of the top level that another module has as well.
    private let unclear: Set<String>

    init(_ context: TranslationContext) {
        module = context.module.name
        unclear = context.unclearNames
    }

    /// A type as it is written inside some declared type, or at the top level.
    mutating func spell(_ type: SwiftType, in scope: NamedType? = nil) -> Code {
        switch type {
        case .string: "String"
        case .bool: "Bool"
        case .int: "Int"
        case .uint64: "UInt64"
        case .double: "Double"
        case .float: "Float"
        case .decimal: foundation("Decimal")
        case .date: foundation("Date")
        case .uuid: foundation("UUID")
        case .url: foundation("URL")
        case .data: foundation("Data")
        case .calendarDate: runtime(RuntimeNames.calendarDate)
        case .timeOfDay: runtime(RuntimeNames.timeOfDay)
        case .calendarDuration: runtime(RuntimeNames.calendarDuration)
        case .decimalText: runtime(RuntimeNames.decimalText)
        case .custom(let type): spell(type)
        case .json: runtime(RuntimeNames.json)
        case .file: runtime(RuntimeNames.filePart)
        case .array(let element), .arraySkippingInvalidElements(let element): "[\(spell(element, in: scope))]"
        case .dictionary(let value): "[String: \(spell(value, in: scope))]"
        case .optional(let wrapped): "\(spell(wrapped, in: scope))?"
        case .named(let named): spell(named, in: scope)
        }
    }

    /// A protocol that the user names, with its module before a dot.
    mutating func spell(protocolNamed name: String) -> Code {
        let steps = name.split(separator: ".").map { Identifier(sanitizing: String($0)) }
        if steps.count > 1 {
            modules.insert(steps[0])
        }
        return steps.map { "\($0)" }.joined(separator: ".")
    }

    /// The name of something else that the module declares at its top level.
    func spell(own name: Identifier) -> Code {
        qualified.contains(name.text) ? "\(module).\(name)" : "\(name)"
    }

    private mutating func spell(_ type: CustomType) -> Code {
        if let module = type.module {
            modules.insert(module)
        }
        return type.path.map { "\($0)" }.joined(separator: ".")
    }

    /// Notes that the file speaks of Foundation.
    mutating func foundation(_ name: Code) -> Code {
        foundationTypes.insert(name.text)
        return name
    }

    /// Notes that the file speaks of a type of Foundation that is not spelled here.
    mutating func noteFoundation(_ name: String) {
        foundationTypes.insert(name)
    }

    private mutating func runtime(_ name: Code) -> Code {
        usesRuntime = true
        return name
    }

    /// The name of a type that is declared in or beside the one at hand; the path of another, with the module's name
    /// where an inner type hides its first step.
    private mutating func spell(_ named: NamedType, in scope: NamedType?) -> Code {
        if let owner = named.module {
            modules.insert(owner)
        } else {
            usesModule = true
        }
        if let scope, let parent = named.parent, scope.original == nil {
            if parent == scope || parent == scope.parent && !scope.nested.contains(where: { $0.name == named.name }) {
                return "\(named.name)"
            }
        }
        let path = named.path
        let first = path[0]
        let hidden =
            qualified.contains(first.name.text) || unclear.contains(first.name.text)
            || (scope?.path ?? []).contains { outer in
                outer.nested.contains { $0.name == first.name }
            }
        let text = path.map { Code("\($0.name)") }.joined(separator: ".")
        return hidden ? "\(named.module ?? module).\(text)" : text
    }
}
