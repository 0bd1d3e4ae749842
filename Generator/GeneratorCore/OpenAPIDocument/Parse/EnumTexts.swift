import YAMLReader

/// Parses the names and descriptions of enum values from extensions of other generators.
struct EnumTexts {

    let context: ParseContext

    private static let names: [ExtensionName] = [
        .enumVariableNames, .enumNames, .enumNamesHyphenated, .enumVariableNamesInCamelCase, .enumVarnames,
        .enumVariableNamesHyphenated, .enumKeys, .enumNamesOfSpeakeasy,
    ]

    /// Reads the names and descriptions of a schema's values.
    func read(_ object: SpecObject, _ schema: Schema) {
        let list = object.mapping["enum"] ?? object.mapping[ExtensionName.extensibleEnum.rawValue]
        let values = list?.sequence ?? []
        schema.enumNames = texts(Self.names, "name", of: values, in: object)
        let descriptions: [ExtensionName] = [.enumDescriptions, .enumDescriptionsByValue]
        schema.enumDescriptions = texts(descriptions, "description", of: values, in: object)
        if schema.enumDescriptions.isEmpty {
            schema.enumDescriptions = comments(schema.enumNames, of: values, in: object)
        }
        guard values.contains(where: \.isNull) else { return }
        // Null is not a case of the enum.
        schema.enumNames = zip(schema.enumNames, values).filter { !$1.isNull }.map(\.0)
        schema.enumDescriptions = zip(schema.enumDescriptions, values).filter { !$1.isNull }.map(\.0)
    }

    /// Returns the first list with a string for each value of an enum, or the strings that a mapping or the values of
    /// `x-enum-elements` and `x-ms-enum` have for the values; empty if there is none.
    private func texts(
        _ names: [ExtensionName],
        _ member: String,
        of values: [Node],
        in object: SpecObject
    ) -> [String] {
        for name in names {
            guard let stated = object.mapping[name.rawValue] else { continue }
            if let list = stated.sequence {
                let texts = list.compactMap(\.string)
                guard texts.count != values.count else { return texts }
                reportLength(name, list.count, values.count, object)
            }
            if let texts = stated.mapping {
                return found(values) { texts[$0]?.string }
            }
        }
        if let stated = object.mapping[ExtensionName.enumTextsOfFern.rawValue]?.mapping {
            return found(values) { stated[$0]?[member]?.string }
        }
        if let elements = object.mapping[ExtensionName.enumElements.rawValue]?.sequence,
            elements.count == values.count
        {
            let texts = elements.map { $0[member]?.string ?? "" }
            return texts.allSatisfy(\.isEmpty) ? [] : texts
        }
        let listed = object.mapping[ExtensionName.enumValues.rawValue]?["values"]?.sequence ?? []
        let own = listed.compactMap { entry in
            (entry["value"]?.text).flatMap { value in entry[member]?.string.map { (value, $0) } }
        }
        let texts = Dictionary(own) { first, _ in first }
        return found(values) { texts[$0] }
    }

    /// Returns the descriptions that a mapping has for the names of the values, or for the values.
    private func comments(_ names: [String], of values: [Node], in object: SpecObject) -> [String] {
        guard let stated = object.mapping[ExtensionName.enumComments.rawValue]?.mapping else { return [] }
        let named = names.count == values.count ? names.map { stated[$0]?.string ?? "" } : []
        return named.allSatisfy(\.isEmpty) ? found(values) { stated[$0]?.string } : named
    }

    /// Returns a string for each value, or none at all.
    private func found(_ values: [Node], _ text: (String) -> String?) -> [String] {
        let found = values.map { value in value.text.flatMap(text) ?? "" }
        return found.allSatisfy(\.isEmpty) ? [] : found
    }

    private func reportLength(_ name: ExtensionName, _ count: Int, _ wanted: Int, _ object: SpecObject) {
        guard wanted > 0 else { return }
        context.diagnostics.warning(
            "no-effect",
            "'\(name.rawValue)' lists \(count) of \(wanted) values, so it is not used",
            hint: "Give it one string for each value, in their order",
            at: object.keyRange(name.rawValue)
        )
    }
}

extension Node {
    /// A scalar as a string; `nil` for a list, a mapping or null.
    var text: String? {
        string ?? numberText ?? bool.map { $0 ? "true" : "false" }
    }
}
