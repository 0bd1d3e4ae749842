/// The enumerations of the variables of servers whose values the document lists.
struct ServerVariableTypes {

    /// The enumeration of one variable, or of several with the same name and values.
    struct EnumType {
        let name: Identifier
        /// The name of the variable.
        let variable: String
        /// The cases, in the order of the document.
        let cases: [(name: Identifier, value: String)]
        let documentation: Documentation

        /// Returns the case of a value; the first one if there is none.
        func code(of value: String) -> Code { ".\((cases.first { $0.value == value } ?? cases[0]).name)" }
    }

    /// The use of a variable in an environment.
    private struct Use: Hashable {
        let environment: Identifier
        let role: Identifier
        let variable: String
    }

    private var types: [EnumType] = []
    private var places: [Use: Int] = [:]
    private let hasRoles: Bool
    private let reserved: Set<Identifier>

    /// Declares a type for each list of values, in the order of the document.
    init(_ set: ServerSetModel) {
        hasRoles = set.roles.count > 1
        let others: [Identifier] = ["URL", "String", "CaseIterable", "Sendable", "Hashable", "addresses"]
        reserved = Set([set.typeName] + others + set.roles + set.environments.map(\.name))
        for environment in set.environments {
            for address in environment.addresses {
                for variable in address.variables where !variable.values.isEmpty {
                    add(variable, Use(environment: environment.name, role: address.role, variable: variable.name))
                }
            }
        }
    }

    private mutating func add(_ variable: ServerVariable, _ use: Use) {
        let cases = Self.cases(of: variable)
        let values = Set(cases.map(\.value))
        if let known = types.firstIndex(where: { $0.variable == variable.name && Set($0.cases.map(\.value)) == values })
        {
            places[use] = known
            return
        }
        let word = variable.name
        let longer = (hasRoles ? [use.role.text + " " + word] : []) + [use.environment.text + " " + word]
        let names = ([word] + longer).map(SwiftName.type)
        var name = names.first(where: isFree) ?? names[names.count - 1]
        var number = 2
        while !isFree(name) {
            name = names[names.count - 1].numbered(number)
            number += 1
        }
        places[use] = types.count
        let documentation = Documentation(summary: variable.description)
        types.append(EnumType(name: name, variable: word, cases: cases, documentation: documentation))
    }

    private func isFree(_ name: Identifier) -> Bool {
        !reserved.contains(name) && !types.contains { $0.name == name }
    }

    /// Returns the cases of a variable; the default is one even if the document does not list it.
    private static func cases(of variable: ServerVariable) -> [(name: Identifier, value: String)] {
        var cases: [(name: Identifier, value: String)] = []
        var taken: Set<Identifier> = []
        for value in variable.values + [variable.defaultValue] where !cases.contains(where: { $0.value == value }) {
            var name = SwiftName.enumCase(value)
            var number = 2
            while !taken.insert(name).inserted {
                name = SwiftName.enumCase(value).numbered(number)
                number += 1
            }
            cases.append((name, value))
        }
        return cases
    }

    /// Returns the type of a variable; `nil` for one of any value.
    func type(of variable: ServerVariable, _ role: Identifier, in environment: Identifier) -> EnumType? {
        places[Use(environment: environment, role: role, variable: variable.name)].map { types[$0] }
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
