/// The enumerations of the variables of servers whose values the document lists.
struct ServerVariableTypes {

    /// The enumeration of one variable, or of several with the same name and values.
    struct EnumType {
        let name: Identifier
        /// The cases, in the order of the document.
        let cases: [(name: Identifier, value: String)]
        let documentation: Documentation
        /// The name of the variable.
        let variable: String

        /// Returns the case of a value.
        func code(of value: String) -> Code? {
            cases.first { $0.value == value }.map { ".\($0.name)" }
        }
    }

    /// The use of a variable in an environment.
    private struct Use: Hashable {
        let environment: Identifier
        let variable: String
        let values: [String]
    }

    private var types: [EnumType] = []
    private var places: [Use: Int] = [:]

    /// Declares a type for each list of values, in the order of the document.
    init(_ set: ServerSetModel) {
        for environment in set.environments {
            for variable in environment.addresses.flatMap(\.variables) where !variable.values.isEmpty {
                add(variable, environment.name, reserved: [set.typeName, "URL"])
            }
        }
    }

    private mutating func add(_ variable: ServerVariable, _ environment: Identifier, reserved: [Identifier]) {
        let cases = Self.cases(of: variable)
        let use = Use(environment: environment, variable: variable.name, values: variable.values)
        let wanted = SwiftName.type(variable.name)
        let known = types.firstIndex { $0.name == wanted }
        if let known, types[known].cases.map(\.value) == cases.map(\.value) {
            places[use] = known
            return
        }
        var name = wanted
        if known != nil || reserved.contains(wanted) {
            name = SwiftName.type("\(environment.text) \(variable.name)")
        }
        var number = 2
        let first = name
        while types.contains(where: { $0.name == name }) || reserved.contains(name) {
            name = first.numbered(number)
            number += 1
        }
        places[use] = types.count
        let documentation = Documentation(summary: variable.description)
        types.append(EnumType(name: name, cases: cases, documentation: documentation, variable: variable.name))
    }

    /// Returns the cases of a variable; the default is one even if the document does not list it.
    private static func cases(of variable: ServerVariable) -> [(name: Identifier, value: String)] {
        var cases: [(name: Identifier, value: String)] = []
        for value in variable.values + [variable.defaultValue] where !cases.contains(where: { $0.value == value }) {
            var name = SwiftName.enumCase(value)
            var number = 2
            while cases.contains(where: { $0.name == name }) {
                name = SwiftName.enumCase(value).numbered(number)
                number += 1
            }
            cases.append((name, value))
        }
        return cases
    }

    /// Returns the type of a variable; `nil` for one of any value.
    func type(of variable: ServerVariable, in environment: Identifier) -> EnumType? {
        places[Use(environment: environment, variable: variable.name, values: variable.values)].map { types[$0] }
    }

    /// Returns the declarations of all types.
    func declarations(_ context: TranslationContext) -> [Declaration] {
        types.map { type in
            .type(
                TypeDeclaration(
                    documentation: context.comment(
                        type.documentation,
                        otherwise: "The values of the variable `\(type.variable)` of an address."
                    ),
                    access: context.accessCode,
                    keyword: .enumeration,
                    name: "\(type.name)",
                    conformances: ["String", "CaseIterable", "Sendable"],
                    members: members(of: type)
                )
            )
        }
    }

    private func members(of type: EnumType) -> [Declaration] {
        guard type.cases.contains(where: { $0.name.text != $0.value }) else {
            return [.enumCases(type.cases.map(\.name))]
        }
        return type.cases.map { item in
            let isSame = item.name.text == item.value
            return .enumCase(EnumCaseDeclaration(name: item.name, rawValue: isSame ? nil : "\(literal: item.value)"))
        }
    }
}
