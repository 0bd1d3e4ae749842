import YAMLReader

/// Parses the examples of media types and schemas.
struct ExampleParser {

    let context: ParseContext

    private static let keys = KeySet(
        ["$ref", "summary", "description", "value", "externalValue", "dataValue", "serializedValue"],
        extensions: [.evidence]
    )

    /// Returns the examples of a media type: `example`, and the values of Example Objects.
    func examples(_ media: SpecObject) -> [Node] {
        let single = media.mapping["example"].map { [$0] } ?? []
        return single
            + media.entries("examples").compactMap { entry in
                guard let element = context.follow(entry.element),
                    let object = SpecObject(element, "an example", keys: Self.keys, in: context)
                else { return nil }
                return object.mapping["dataValue"] ?? object.mapping["value"]
            }
    }

    /// Returns the examples of a schema: `example`, and the list `examples` of OpenAPI 3.1.
    func values(_ schema: SpecObject) -> [Node] {
        (schema.mapping["example"].map { [$0] } ?? []) + (schema.mapping["examples"]?.sequence ?? [])
    }
}
