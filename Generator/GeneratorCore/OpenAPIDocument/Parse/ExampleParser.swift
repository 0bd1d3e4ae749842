import YAMLReader

/// Parses the examples of media types and schemas.
struct ExampleParser {

    let context: ParseContext

    private static let keys = KeySet(
        ["$ref", "summary", "description", "value", "externalValue", "dataValue", "serializedValue"],
        extensions: [.evidence]
    )

    /// Returns the examples of a media type: `example`, and the values of Example Objects.
    ///
    /// - Parameters:
    ///   - media: The media type.
    ///   - form: The form of its bodies. JSON in the text of an example is read; of a sequence, the text of several items.
    /// - Returns: The examples. An example of a sequence is an item, or a list of items.
    func examples(_ media: SpecObject, _ form: MediaForm) -> [Node] {
        let single = media.mapping["example"].flatMap { written($0, form) }
        return (single.map { [$0] } ?? [])
            + media.entries("examples").compactMap { entry in
                guard let element = context.follow(entry.element),
                    let object = SpecObject(element, "an example", keys: Self.keys, in: context)
                else { return nil }
                return object.mapping["dataValue"] ?? object.mapping["value"].flatMap { written($0, form) }
                    ?? serialized(object, form)
            }
    }

    /// Returns a value as written in a document, where a sequence may be text because it is not one JSON value.
    ///
    /// Returns `nil`, with a note, for text that contains no JSON.
    private func written(_ node: Node, _ form: MediaForm) -> Node? {
        guard form == .lines || form == .textSequence, let text = node.string else { return node }
        let value = JSONExample(text, form, at: node.range).value
        if value == nil {
            context.diagnostics.note(
                "no-effect",
                "This example of a sequence contains no JSON, so it has no effect",
                hint: "Write one JSON value in each line, or a list of values as 'dataValue'",
                at: node.range
            )
        }
        return value
    }

    /// Returns the value in the text of an example; `nil`, with a diagnostic, if the text contains no JSON.
    private func serialized(_ example: SpecObject, _ form: MediaForm) -> Node? {
        guard let node = example.mapping["serializedValue"], let text = node.string else { return nil }
        guard [.json, .lines, .textSequence].contains(form) else {
            context.diagnostics.note(
                "no-effect",
                "'serializedValue' is only read as JSON, so this example has no effect",
                hint: "Add the value as 'dataValue'",
                at: example.keyRange("serializedValue")
            )
            return nil
        }
        guard let value = JSONExample(text, form, at: node.range).value else {
            context.diagnostics.warning(
                "no-effect",
                "This 'serializedValue' is not valid JSON, so the example has no effect",
                hint: "Correct it, or add the value as 'dataValue'",
                at: node.range
            )
            return nil
        }
        return value
    }

    /// Returns the examples of a schema: `example`, and the list `examples` of OpenAPI 3.1.
    func values(_ schema: SpecObject) -> [Node] {
        (schema.mapping["example"].map { [$0] } ?? []) + (schema.mapping["examples"]?.sequence ?? [])
    }
}
