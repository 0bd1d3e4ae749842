import YAMLReader

extension TranslationContext {

    /// Returns the conformances of a struct that the user chose: its equality and the user's protocols.
    func modelConformances(of type: NamedType, _ speller: inout TypeSpeller) -> [Code] {
        var result = comparison
        for name in (options.conformances["*"] ?? []) + (options.conformances[schemaName(type)] ?? []) {
            let code = speller.spell(protocolNamed: name)
            if !result.contains(code) {
                result.append(code)
            }
        }
        return result
    }

    /// The conformances for the equality of models.
    var comparison: [Code] {
        switch options.equality {
        case .hashable: ["Hashable"]
        case .equatable: ["Equatable"]
        case .none: []
        }
    }

    /// The name of a type in the configuration: that of its schema, or of the type for a nested one.
    func schemaName(_ type: NamedType) -> String {
        guard type.parent == nil, let name = JSONPointer(parsing: type.pointer)?.tokens.last else {
            return type.path.map(\.name.text).joined(separator: ".")
        }
        return name
    }

    /// The names by which the configuration adds protocols to the structs of the module.
    var conformanceNames: Set<String> {
        func names(_ types: [NamedType]) -> [String] {
            types.filter { $0.original == nil && $0.instance == nil }.flatMap { type in
                guard case .object = type.content else { return names(type.nested) }
                return [schemaName(type)] + names(type.nested)
            }
        }
        return Set(names(module.types))
    }
}
