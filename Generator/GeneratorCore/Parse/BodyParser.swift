import YAMLReader

/// Reads request bodies, responses and their media types.
struct BodyParser {

    let context: ParseContext

    private static let requestKeys = KeySet(["$ref", "description", "content", "required"], extensions: [.evidence])
    private static let responseKeys = KeySet(
        ["$ref", "description", "headers", "content", "links", "summary"],
        extensions: [.evidence]
    )
    private static let mediaKeys = KeySet(["schema", "example", "examples", "encoding"])
    private static let encodingKeys = KeySet(["contentType", "headers", "style", "explode", "allowReserved"])
    private static let headerKeys = KeySet(
        [
            "$ref", "description", "required", "deprecated", "allowEmptyValue", "style", "explode", "allowReserved",
            "schema", "example", "examples", "content",
        ],
        extensions: [.evidence, .sensitive]
    )

    /// Reads a request body, or the one that a reference names.
    func requestBody(_ element: Element) -> RequestBodyEntry? {
        guard let element = context.follow(element),
            let object = SpecObject(element, "a request body", keys: Self.requestKeys, in: context)
        else { return nil }
        object.require("content", "A request body")
        return RequestBodyEntry(
            isRequired: object.bool("required") ?? false,
            description: object.string("description"),
            content: object.entries("content").compactMap(mediaType),
            range: object.range,
            pointer: element.pointer
        )
    }

    /// Reads the documented answers of an operation.
    func responses(_ operation: SpecObject) -> [ResponseEntry] {
        operation.entries("responses").filter { !$0.key.text.hasPrefix("x-") }.compactMap { entry in
            guard isStatus(entry.key.text) else {
                context.diagnostics.error(
                    "bad-status",
                    "'\(entry.key.text)' is not a status",
                    hint: "Write a status from 100 to 599, a range such as '4XX', or 'default'",
                    at: entry.key.range
                )
                return nil
            }
            guard let element = context.follow(entry.element) else { return nil }
            return response(entry.key, element)
        }
    }

    private func isStatus(_ text: String) -> Bool {
        if text == "default" {
            return true
        }
        if let number = Int(text) {
            return (100...599).contains(number)
        }
        return text.count == 3 && "12345".contains(text.prefix(1)) && text.dropFirst().uppercased() == "XX"
    }

    private func response(_ key: Mapping.Key, _ element: Element) -> ResponseEntry? {
        guard let object = SpecObject(element, "a response", keys: Self.responseKeys, in: context) else { return nil }
        return ResponseEntry(
            status: key.text == "default" ? key.text : key.text.uppercased(),
            statusRange: key.range,
            description: object.string("description"),
            content: object.entries("content").compactMap(mediaType),
            headers: object.entries("headers").compactMap(header),
            links: object.entries("links").compactMap { LinkParser(context: context).link($0.key, $0.element) },
            pointer: element.pointer
        )
    }

    private func header(_ key: Mapping.Key, _ element: Element) -> ResponseEntry.Header? {
        guard let element = context.follow(element),
            let object = SpecObject(element, "a header", keys: Self.headerKeys, in: context)
        else { return nil }
        let content = object.entries("content").first
        let schema = content.flatMap { entry in
            entry.element.node["schema"].map { entry.element.child("schema", $0) }
        }
        return ResponseEntry.Header(
            name: key,
            description: object.string("description"),
            schema: (object.element("schema") ?? schema).map(context.schema(at:)),
            explode: object.bool("explode") ?? false,
            isJSON: content.map { BodyResolver.Form($0.key.text) == .json } ?? false,
            swiftName: object.swiftName(),
            pointer: element.pointer
        )
    }

    private func mediaType(_ key: Mapping.Key, _ element: Element) -> MediaTypeEntry? {
        guard let object = SpecObject(element, "a media type", keys: Self.mediaKeys, in: context) else { return nil }
        var encodings: [String: MediaTypeEntry.Encoding] = [:]
        for entry in object.entries("encoding") {
            encodings[entry.key.text] = encoding(entry.element)
        }
        // The values of a media type's parameters keep their letter case.
        let essence = key.text.prefix { $0 != ";" }
        return MediaTypeEntry(
            name: essence.lowercased() + key.text.dropFirst(essence.count),
            schema: object.element("schema").map(context.schema(at:)),
            encodings: encodings,
            examples: ExampleParser(context: context).examples(object),
            range: key.range
        )
    }

    private func encoding(_ element: Element) -> MediaTypeEntry.Encoding? {
        guard let object = SpecObject(element, "an encoding", keys: Self.encodingKeys, in: context) else { return nil }
        return MediaTypeEntry.Encoding(
            contentType: object.string("contentType"),
            style: object.word("style", ParameterEntry.Style.self),
            explode: object.bool("explode"),
            allowsReserved: object.bool("allowReserved") ?? false,
            headers: object.entries("headers").isEmpty ? nil : object.keyRange("headers")
        )
    }
}
