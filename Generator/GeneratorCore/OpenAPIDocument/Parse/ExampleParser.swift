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
    ///   - isJSON: Whether its bodies are JSON, so that a serialized value contains a value.
    /// - Returns: The examples.
    func examples(_ media: SpecObject, isJSON: Bool) -> [Node] {
        let single = media.mapping["example"].map { [$0] } ?? []
        return single
            + media.entries("examples").compactMap { entry in
                guard let element = context.follow(entry.element),
                    let object = SpecObject(element, "an example", keys: Self.keys, in: context)
                else { return nil }
                return object.mapping["dataValue"] ?? object.mapping["value"] ?? serialized(object, isJSON: isJSON)
            }
    }

    /// Returns the value in the text of an example; `nil`, with a diagnostic, if the text contains no JSON.
    private func serialized(_ example: SpecObject, isJSON: Bool) -> Node? {
        guard let node = example.mapping["serializedValue"], let text = node.string else { return nil }
        guard isJSON else {
            context.diagnostics.note(
                "no-effect",
                "'serializedValue' is only read as JSON, so this example has no effect",
                hint: "Add the value as 'dataValue'",
                at: example.keyRange("serializedValue")
            )
            return nil
        }
        let result = readDocument(SourceFile(path: "example.json", bytes: Array(text.utf8), number: node.range.file))
        guard result.problems.isEmpty, let value = result.root else {
            context.diagnostics.warning(
                "no-effect",
                "This 'serializedValue' is not valid JSON, so the example has no effect",
                hint: "Correct it, or add the value as 'dataValue'",
                at: node.range
            )
            return nil
        }
        return located(value, at: node.range)
    }

    /// Returns a value with the position of the string that contains it.
    private func located(_ node: Node, at range: SourceRange) -> Node {
        switch node.value {
        case .sequence(let nodes): return Node(.sequence(nodes.map { located($0, at: range) }), range: range)
        case .mapping(let mapping):
            let entries = mapping.entries.map { entry in
                Mapping.Entry(key: Mapping.Key(entry.key.text, range: range), value: located(entry.value, at: range))
            }
            return Node(.mapping(Mapping(entries)), range: range)
        default: return Node(node.value, range: range)
        }
    }

    /// Returns the examples of a schema: `example`, and the list `examples` of OpenAPI 3.1.
    func values(_ schema: SpecObject) -> [Node] {
        (schema.mapping["example"].map { [$0] } ?? []) + (schema.mapping["examples"]?.sequence ?? [])
    }
}
