import YAMLReader

extension SchemaParser {

    /// Parses the extensions of a schema.
    func readExtensions(_ object: SpecObject, _ schema: Schema) {
        schema.swiftName = object.swiftName()
        let named = object.entries("x-swift-names")
        for entry in named {
            schema.swiftNames[entry.key.text] = entry.element.node.string
        }
        checkNamed(named.map(\.key), schema)
        EnumTexts(context: context).read(object, schema)
        schema.isSensitive = object.bool("x-sensitive") ?? false
        if schema.isSensitive { context.hasSensitiveSchemas = true }
        schema.isBoxed = object.bool("x-boxed") ?? false
        schema.skipsInvalidElements = object.bool("x-skip-invalid") ?? false
        schema.readAs = object.word("x-read-as", Schema.ReadAs.self)
        schema.fractionDigits = object.count(ExtensionName.fractionDigits.rawValue)
        if schema.fractionDigits != nil,
            schema.format.map(FormatName.standard) != "date-time" || schema.fractionDigits ?? 0 > 9
        {
            context.diagnostics.error(
                "misplaced-extension",
                "'x-fraction-digits' is a number from 0 to 9 next to 'format: date-time'",
                hint: "Correct the number, or move it next to the format",
                at: object.keyRange(ExtensionName.fractionDigits.rawValue)
            )
        }
        if schema.skipsInvalidElements, !schema.kinds.contains(.array) {
            context.slip(
                "misplaced-extension",
                "'x-skip-invalid' applies only to lists",
                so: "it is ignored",
                hint: "Move it next to 'type: array'",
                at: object.keyRange("x-skip-invalid")
            )
        }
        if schema.isBoxed, schema.reference == nil, !schema.kinds.contains(.object) {
            context.slip(
                "misplaced-extension",
                "'x-boxed' applies only to objects",
                so: "it is ignored",
                hint: "Move it next to 'type: object', or remove it",
                at: object.keyRange("x-boxed")
            )
        }
        _ = object.word("x-evidence", Evidence.self)
    }

    /// Reports a name for a value that the enum does not have.
    private func checkNamed(_ keys: [Mapping.Key], _ schema: Schema) {
        guard !keys.isEmpty, let values = schema.enumeration else { return }
        let texts = values.compactMap { $0.string ?? $0.numberText ?? $0.bool.map { $0 ? "true" : "false" } }
        let known = Set(texts)
        var suggestions = Suggestions(texts)
        for key in keys where !known.contains(key.text) {
            context.slip(
                "bad-value",
                "'\(key.text)' is not a value of this enum",
                so: "its name is ignored",
                hint: suggestions.nearest(to: key.text).map { "Did you mean '\($0)'?" } ?? "Remove it",
                at: key.range
            )
        }
    }
}
