import YAMLReader

/// Parses Link Objects.
struct LinkParser {

    let context: ParseContext

    private static let keys = KeySet(
        ["$ref", "operationRef", "operationId", "parameters", "requestBody", "description", "server"],
        extensions: [.swiftName, .evidence]
    )

    /// Parses a link, or the link that a reference names.
    func link(_ key: Mapping.Key, _ element: Element) -> LinkEntry? {
        guard let element = context.follow(element),
            let object = SpecObject(element, "a link", keys: Self.keys, in: context)
        else { return nil }
        let id = object.string("operationId")
        let reference = object.string("operationRef")
        if id == nil, reference == nil {
            object.require("operationId", "A link", hint: "Identify the operation with 'operationId' or 'operationRef'")
            return nil
        }
        return LinkEntry(
            name: key,
            operationID: id,
            operationReference: reference.map {
                Reference($0, file: element.pointer.file, range: object.mapping["operationRef"]?.range ?? object.range)
            },
            parameters: object.entries("parameters").map { ($0.key, $0.element.node) },
            description: object.string("description"),
            swiftName: object.swiftName(),
            body: object.mapping["requestBody"],
            server: object.element("server").flatMap(ServerParser(context: context).server),
            range: object.mapping["operationId"]?.range ?? object.range
        )
    }
}
