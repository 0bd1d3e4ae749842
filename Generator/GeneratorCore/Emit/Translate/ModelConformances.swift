import YAMLReader

extension TranslationContext {

    /// Conformances of a struct that the user chose: how its values are compared, and protocols of his own.
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

    /// How values of models are compared.
    var comparison: [Code] {
        switch options.equality {
        case .hashable: ["Hashable"]
        case .equatable: ["Equatable"]
        case .none: []
        }
    }

    /// The name under which a configuration speaks of a type: the schema's, or the type's for one inside another.
    func schemaName(_ type: NamedType) -> String {
        guard type.parent == nil, let name = JSONPointer(parsing: type.pointer)?.tokens.last else {
            return type.path.map(\.name.text).joined(separator: ".")
        }
        return name
    }
}
