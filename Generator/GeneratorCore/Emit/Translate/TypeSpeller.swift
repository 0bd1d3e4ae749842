/// Spells types for one file, and records the modules that their names need.
struct TypeSpeller {

    /// The name of the module that is generated.
    let module: Identifier
    /// The Foundation types that declarations use.
    private(set) var foundationTypes: Set<String> = []
    /// Whether declarations use Foundation types.
    var usesFoundation: Bool { !foundationTypes.isEmpty }
    /// Whether bodies use Foundation.
    var usesFoundationInside = false
    /// Whether types of the runtime are used.
    private(set) var usesRuntime = false
    /// Whether types of the module are used.
    private(set) var usesModule = false
    /// The names that another module also has, so that they must be qualified.
    var qualified: Set<String> = []
    /// The modules of the user's types.
    private(set) var modules: Set<Identifier> = []

    /// The names at the top level that another module also has.
    private let unclear: Set<String>

    init(_ context: TranslationContext) {
        module = context.module.name
        unclear = context.unclearNames
    }

    /// Returns the spelling of a type inside a declared type or at the top level.
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

    /// Returns the spelling of a protocol that the user names, optionally with its module and a dot.
    mutating func spell(protocolNamed name: String) -> Code {
        let steps = name.split(separator: ".").map { Identifier(sanitizing: String($0)) }
        if steps.count > 1 {
            modules.insert(steps[0])
        }
        return steps.map { "\($0)" }.joined(separator: ".")
    }

    /// Returns the spelling of any other top-level declaration of the module.
    func spell(own name: Identifier) -> Code {
        qualified.contains(name.text) ? "\(module).\(name)" : "\(name)"
    }

    private mutating func spell(_ type: CustomType) -> Code {
        if let module = type.module {
            modules.insert(module)
        }
        return type.path.map { "\($0)" }.joined(separator: ".")
    }

    /// Records that the file uses a type of Foundation, and returns its name.
    mutating func foundation(_ name: Code) -> Code {
        foundationTypes.insert(name.text)
        return name
    }

    /// Records that the file uses a Foundation type that this speller does not spell.
    mutating func noteFoundation(_ name: String) {
        foundationTypes.insert(name)
    }

    private mutating func runtime(_ name: Code) -> Code {
        usesRuntime = true
        return name
    }

    /// Returns the name of a type that is declared in the current type or its parents, or the path of another one,
    /// qualified with the module's name if a nested type hides the first step.
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
