import YAMLReader

/// Parses request bodies, responses and their media types.
struct BodyParser {

    let context: ParseContext

    private static let requestKeys = KeySet(["$ref", "description", "content", "required"], extensions: [.evidence])
    private static let responseKeys = KeySet(
        ["$ref", "description", "headers", "content", "links", "summary"],
        extensions: [.evidence]
    )
    private static let mediaKeys = KeySet(
        ["$ref", "schema", "itemSchema", "example", "examples", "encoding", "prefixEncoding", "itemEncoding"],
        extensions: [.evidence]
    )
    private static let encodingKeys = KeySet(
        ["contentType", "headers", "style", "explode", "allowReserved", "encoding", "prefixEncoding", "itemEncoding"],
        extensions: [.evidence, .separator]
    )
    private static let headerKeys = KeySet(
        [
            "$ref", "description", "required", "deprecated", "allowEmptyValue", "style", "explode", "allowReserved",
            "schema", "example", "examples", "content",
        ],
        extensions: [.evidence, .sensitive, .separator]
    )

    /// Parses a request body, or the request body that a reference names.
    func requestBody(_ element: Element) -> RequestBodyEntry? {
        let description = context.replacement("description", nextTo: element)
        guard let element = ContentRepair(context: context, what: "request body").target(of: element),
            let object = SpecObject(element, "a request body", keys: Self.requestKeys, in: context)
        else { return nil }
        object.require("content", "A request body", so: "it is empty")
        return RequestBodyEntry(
            isRequired: object.bool("required") ?? false,
            description: description ?? object.string("description"),
            content: mediaTypes(object, areSent: true).map(Self.anything),
            range: object.range,
            pointer: element.pointer
        )
    }

    /// Returns a body of any media type without a schema as bytes.
    private static func anything(_ media: MediaTypeEntry) -> MediaTypeEntry {
        guard media.name.essence == "*/*", media.schema?.isUnconstrained ?? true,
            media.schema?.description == nil, media.schema?.title == nil
        else { return media }
        var bytes = media
        bytes.form = .binary
        return bytes
    }

    /// Parses the documented responses of an operation.
    func responses(_ operation: SpecObject) -> [ResponseEntry] {
        var known: [String: SourceRange] = [:]
        var responses = operation.entries("responses").filter { !$0.key.text.hasPrefix("x-") }.compactMap {
            entry -> ResponseEntry? in
            let entry = (key: statusKey(entry.key), element: entry.element)
            guard isStatus(entry.key.text) else {
                context.slip(
                    "bad-status",
                    "'\(entry.key.text)' is not a valid status code",
                    so: "the response is ignored",
                    hint: "Use a status code from 100 to 599, a range such as '4XX', or 'default'",
                    at: entry.key.range
                )
                return nil
            }
            if let first = known.updateValue(entry.key.range, forKey: entry.key.text.uppercased()) {
                reportRepeated(entry.key, first)
                return nil
            }
            let repair = ContentRepair(context: context, what: "response")
            guard let element = repair.target(of: entry.element), var response = response(entry.key, element) else {
                return nil
            }
            let summary = context.replacement("summary", nextTo: entry.element)
            let description = context.replacement("description", nextTo: entry.element)
            if summary != nil || description != nil {
                (response.summary, response.description) = (summary, description)
            }
            return response
        }
        // A response to HEAD has no content at all.
        if !operation.element.pointer.text.hasSuffix("/head") { addPartialContent(to: &responses) }
        return responses
    }

    /// Gives a response of status 206 without content the content of status 200, of which it is a part by HTTP's definition.
    private func addPartialContent(to responses: inout [ResponseEntry]) {
        guard let part = responses.firstIndex(where: { $0.status == "206" && $0.content.isEmpty }),
            let whole = responses.first(where: { $0.status == "200" && !$0.content.isEmpty })
        else { return }
        context.slip(
            "missing-key",
            "A response of status 206 is a part of the content, but this one has none",
            so: "it has the content of status 200",
            hint: "Add 'content'",
            at: responses[part].statusRange
        )
        responses[part].content = whole.content
    }

    /// Returns the key of a response, with `default` in place of another spelling, which is reported.
    private func statusKey(_ key: Mapping.Key) -> Mapping.Key {
        guard key.text != "default", key.text.trimmed.lowercased() == "default" else { return key }
        context.slip(
            "bad-status",
            "'\(key.text)' is not a valid status code",
            so: "it is read as 'default'",
            hint: "Write 'default'",
            at: key.range
        )
        return Mapping.Key("default", range: key.range)
    }

    private func isStatus(_ text: String) -> Bool {
        if text == "default" {
            return true
        }
        if let number = Int(text) {
            return (100...599).contains(number) && text.utf8.count == 3
        }
        return text.utf8.count == 3 && "12345".contains(text.prefix(1)) && text.dropFirst().uppercased() == "XX"
    }

    private func response(_ key: Mapping.Key, _ element: Element) -> ResponseEntry? {
        guard let object = SpecObject(element, "a response", keys: Self.responseKeys, in: context) else { return nil }
        if !object.has("summary"), !context.isVersion32 {
            object.expect("description", "A response")
        }
        return ResponseEntry(
            status: key.text == "default" ? key.text : key.text.uppercased(),
            statusRange: key.range,
            summary: object.string("summary"),
            description: object.string("description"),
            content: content(object, key),
            headers: object.entries("headers").compactMap(header),
            links: object.entries("links").compactMap { LinkParser(context: context).link($0.key, $0.element) },
            pointer: element.pointer
        )
    }

    private func reportRepeated(_ key: Mapping.Key, _ first: SourceRange) {
        context.diagnostics.warning(
            "bad-status",
            "'\(key.text)' is already documented, so this response is ignored",
            hint: "Remove one of them",
            at: key.range,
            related: [.init(message: "First documented here", range: first)]
        )
    }

    /// Returns the media types of a response; none if HTTP allows no body for its status.
    private func content(_ object: SpecObject, _ status: Mapping.Key) -> [MediaTypeEntry] {
        var content = mediaTypes(object)
        for index in content.indices where content[index].form == .json && status.text.hasPrefix("2") {
            guard content[index].schema.map(isGatewayStream) == true else { continue }
            content[index].form = .lines
        }
        let isBodiless = status.text.hasPrefix("1") || ["204", "205", "304"].contains(status.text)
        guard isBodiless, !content.isEmpty else { return content }
        // Some frameworks describe the missing body as null.
        let types = object.mapping["content"]?.mapping?.entries.map { $0.value["schema"]?["type"]?.string }
        guard types?.allSatisfy({ $0 == "null" }) != true else { return [] }
        context.diagnostics.warning(
            "impossible-body",
            "A response with the status \(status.text) never has a body, so the documented one is ignored",
            hint: "Remove it, or move it to a status that has a body",
            at: object.keyRange("content")
        )
        return []
    }

    private func header(_ key: Mapping.Key, _ element: Element) -> ResponseEntry.Header? {
        let description = context.replacement("description", nextTo: element)
        guard let element = context.follow(element),
            let object = SpecObject(element, "a header", keys: Self.headerKeys, in: context)
        else { return nil }
        if key.text.lowercased() == "content-type" {
            context.diagnostics.warning(
                "no-effect",
                "The header field 'Content-Type' of a response is ignored, because its media types are in 'content'",
                hint: "Remove it",
                at: key.range
            )
            return nil
        }
        if !HTTPText.isToken(key.text) {
            context.diagnostics.warning(
                "bad-header",
                "'\(key.text)' is not a valid header name, so no response can have it",
                hint: HTTPText.tokenHint,
                at: key.range
            )
        }
        let content = object.content(of: "The header field '\(key.text)'")
        let form = content.map { MediaForm(HTTPText.mediaType($0.key, context)) }
        let isForeign = form.map { $0 != .json && $0 != .text } ?? false
        if isForeign, let content {
            context.diagnostics.warning(
                "unsupported-content",
                "The header field '\(key.text)' cannot be decoded as '\(content.key.text)', so it is a string",
                hint: "Decode the string in the app",
                at: content.key.range
            )
        }
        let schema = isForeign ? nil : object.schema(in: content)
        let separator = object.separator(
            SpecObject.SeparatorRule(
                what: "header",
                isAllowed: true,
                style: .simple,
                hint: ParameterParser.separatorHint
            )
        )
        if separator != nil {
            object.checkSeparated(schema, canBeReserved: true)
        }
        return ResponseEntry.Header(
            name: key,
            description: description ?? object.string("description"),
            schema: schema,
            explode: (object.bool("explode") ?? false) && separator == nil,
            separator: separator,
            isJSON: form == .json,
            swiftName: object.swiftName(),
            pointer: element.pointer
        )
    }

    /// Parses the form that is a query parameter or a whole query, from a media type that is not a reference.
    func form(_ key: Mapping.Key, _ media: Element) -> MediaTypeEntry? {
        guard let object = SpecObject(media, "a media type", keys: Self.mediaKeys, in: context) else { return nil }
        let schema = object.element("schema").map(context.schema(at:))
        checkEncodings(object, schema)
        let encodings = encodings(object)
        return MediaTypeEntry(
            name: key.text,
            form: MediaForm(key.text),
            schema: schema,
            encodings: encodings,
            examples: [],
            range: key.range
        )
    }

    /// Returns the media types of a body; one that is repeated counts where its name is valid.
    private func mediaTypes(_ object: SpecObject, areSent: Bool = false) -> [MediaTypeEntry] {
        let stated = object.entries("content")
        let others = Set(stated.map { $0.key.text.lowercased() })
        let entries = stated.flatMap { entry in
            listedTypes(entry.key, besides: others).map { (key: $0, element: entry.element) }
        }
        let names = Set(entries.map { $0.key.text.lowercased() })
        let areNamed = entries.contains { HTTPText.isMediaType($0.key.text.essence) }
        let models = stated.filter { areSent && MediaForm($0.key.text.lowercased()) == .json }.map(\.element)
        return entries.compactMap { key, element in
            if areNamed, key.text.trimmed.isEmpty {
                HTTPText.reportNoMediaType(key, so: "it is ignored", hint: "Remove it", context)
                return nil
            }
            guard let meant = HTTPText.meantMediaType(key), names.contains(meant) else {
                return mediaType(key, element, besides: models)
            }
            let reading = "it is ignored, because '\(meant)' is documented too"
            HTTPText.reportNoMediaType(key, so: reading, hint: "Remove it", context)
            return nil
        }
    }

    /// Returns the media types of a key that lists several, which it reports, without those that have other keys; the
    /// key itself if it is one.
    private func listedTypes(_ key: Mapping.Key, besides others: Set<String>) -> [Mapping.Key] {
        let types = key.text.split(separator: ",").map { String($0.trimmed) }
        guard types.count > 1, types.allSatisfy({ HTTPText.isMediaType($0.essence) }) else { return [key] }
        HTTPText.reportNoMediaType(
            key,
            so: "it is read as \(types.count) media types with the same content",
            hint: "Write a key for each of them",
            context
        )
        return types.filter { !others.contains($0.lowercased()) }.map { Mapping.Key($0, range: key.range) }
    }

    private func mediaType(
        _ key: Mapping.Key,
        _ element: Element,
        besides models: [Element]
    ) -> MediaTypeEntry? {
        let stated = statedSchema(element, key)
        guard let element = stated == nil ? context.follow(element).map({ withSchema($0, key) }) : element,
            let object = SpecObject(element, "a media type", keys: Self.mediaKeys, in: context)
        else { return nil }
        let name = HTTPText.mediaType(key, context)
        let form = MediaForm(name)
        let reference = object.element("schema")
        let copy = form == .multipart ? reference.flatMap { separateForm($0, besides: models) } : nil
        let schema = stated ?? (copy ?? reference).map(context.schema(at:))
        checkEncodings(object, schema)
        checkItemSchema(object, form, key)
        var entry = MediaTypeEntry(
            name: name,
            form: form,
            schema: schema,
            itemSchema: object.element("itemSchema").map(context.schema(at:)),
            encodings: encodings(object),
            prefixEncodings: object.list("prefixEncoding").compactMap(encoding),
            itemEncoding: object.element("itemEncoding").flatMap(encoding),
            examples: ExampleParser(context: context).examples(object, form),
            range: key.range
        )
        entry.isSeparate = copy != nil
        describeParts(of: entry)
        return entry
    }

    /// Returns the schema of a form with files, whose reference JSON of the body has too, as a separate schema; `nil` for
    /// any other schema.
    ///
    /// In JSON, a file is a string. In a form, it also has a name and a media type, without which many servers refuse it.
    private func separateForm(_ schema: Element, besides others: [Element]) -> Element? {
        guard let reference = schema.node["$ref"]?.string, schema.node.mapping?.count == 1,
            others.contains(where: { $0.node["schema"]?["$ref"]?.string == reference }),
            let target = context.follow(schema), target.pointer.file == schema.pointer.file,
            let own = target.node.mapping,
            // A copy of these would be another base, or have names that only the original can have.
            !["allOf", "oneOf", "anyOf", "discriminator", "$id", "$defs", "x-swift-name"].contains(where: own.contains),
            own["properties"]?.mapping?.entries.contains(where: { Self.isFile($0.value) }) == true
        else { return nil }
        return Element(node: target.node, pointer: schema.pointer)
    }

    private static func isFile(_ property: Node) -> Bool {
        let value = property["items"] ?? property
        return value["type"]?.string == "string" && value["format"]?.string == "binary"
    }

    /// Describes positional parts without a schema by their media types, as OpenAPI 3.2 leaves it to them: text or bytes.
    private func describeParts(of media: MediaTypeEntry) {
        guard let list = media.schema, list.reference == nil, !list.prefixItems.isEmpty else { return }
        let first = zip(list.prefixItems, media.prefixEncodings.map(Optional.some))
        let rest = list.prefixItems.dropFirst(media.prefixEncodings.count) + [list.items].compactMap(\.self)
        for (part, encoding) in first + rest.map({ ($0, media.itemEncoding) }) where part.isUnconstrained {
            guard let type = encoding?.contentType?.trimmed.lowercased(), !type.contains("*"), !type.contains(","),
                MediaForm(type) != .json
            else { continue }
            part.kinds = [.string]
            if MediaForm(type) != .text { part.format = "binary" }
        }
    }

    /// Whether a schema is that of a message in a stream, as gateways of gRPC name it: one JSON value on each line.
    private func isGatewayStream(_ schema: Schema) -> Bool {
        schema.title?.hasPrefix("Stream result of ") == true
            && Set(schema.properties.map(\.name)) == ["result", "error"]
    }

    /// Returns a media type with a schema in place of one that is a schema, which is reported.
    private func withSchema(_ element: Element, _ key: Mapping.Key) -> Element {
        guard context.isSchema(element.node) else { return element }
        context.slip(
            "missing-key",
            "The media type '\(key.text)' is a schema",
            so: "it is read as its 'schema'",
            hint: "Move it below 'schema'",
            at: key.range
        )
        let schema = Mapping.Entry.made("schema", element.node)
        return Element(node: Node(.mapping(Mapping([schema])), range: element.node.range), pointer: element.pointer)
    }

    /// Returns the schema to which a media type refers in place of its key `schema`; `nil` for any other media type.
    private func statedSchema(_ element: Element, _ key: Mapping.Key) -> Schema? {
        guard let node = element.node["$ref"], let text = node.string, element.node.mapping?.count == 1,
            text.contains("#/components/schemas/")
        else { return nil }
        context.slip(
            "wrong-type",
            "The media type '\(key.text)' refers to a schema",
            so: "it is read as its 'schema'",
            hint: "Write 'schema: { $ref: … }'",
            at: node.range
        )
        return context.schema(at: element)
    }

    /// Reports a schema of items in a media type that is not a sequence of items.
    private func checkItemSchema(_ object: SpecObject, _ form: MediaForm, _ key: Mapping.Key) {
        guard object.has("itemSchema"), !form.isSequential, form != .multipart else { return }
        context.diagnostics.warning(
            "no-effect",
            "'itemSchema' has no effect, because '\(key.text)' is not a sequence of items",
            hint: "Describe the whole body with 'schema', or name a sequential media type, such as 'application/jsonl'",
            at: object.keyRange("itemSchema")
        )
    }

    /// Reports encodings for properties that the schema does not have, because they have no effect.
    private func checkEncodings(_ object: SpecObject, _ schema: Schema?) {
        guard let schema, object.has("encoding") else { return }
        let search = MemberSearch(context: context)
        let members = search.names(schema)
        let known = Set(members)
        let unknown = object.entries("encoding").map(\.key).filter { !known.contains($0.text) }
        // An open schema may have any property.
        guard let first = unknown.first, !search.mayHave(first.text, schema) else { return }
        var suggestions = Suggestions(members)
        for key in unknown {
            context.diagnostics.warning(
                "no-effect",
                "The schema has no property '\(key.text)', so its encoding has no effect",
                hint: suggestions.nearest(to: key.text).map { "Did you mean '\($0)'?" }
                    ?? "Correct the name, or remove it",
                at: key.range
            )
        }
    }

    private func encodings(_ object: SpecObject) -> [String: PropertyEncoding] {
        var encodings: [String: PropertyEncoding] = [:]
        for entry in object.entries("encoding") {
            encodings[entry.key.text] = encoding(entry.element)
        }
        return encodings
    }

    private func encoding(_ element: Element) -> PropertyEncoding? {
        guard let object = SpecObject(element, "an encoding", keys: Self.encodingKeys, in: context) else { return nil }
        let contentType = object.string("contentType")
        let separator = object.separator(
            SpecObject.SeparatorRule(
                what: "encoding",
                isAllowed: contentType.map { MediaForm($0.trimmed.lowercased()) != .json } ?? true,
                style: .form,
                hint: "Only lists in the style 'form' that are not JSON have separators"
            )
        )
        for key in ["prefixEncoding", "itemEncoding"] where object.has(key) {
            context.diagnostics.warning(
                "no-effect",
                "'\(key)' inside an encoding has no effect, because the caller encodes parts that are multipart themselves",
                hint: "Remove it",
                at: object.keyRange(key)
            )
        }
        let fixed = fixedHeaders(object)
        return PropertyEncoding(
            contentType: contentType,
            style: separator?.queryStyle ?? object.word("style", ParameterStyle.self)
                // Each of these keys states that the value is encoded as in a query, also with its default.
                ?? (object.has("allowReserved") ? .form : nil),
            explode: separator == nil ? object.bool("explode") : false,
            allowsReserved: object.bool("allowReserved") ?? false,
            separator: separator == .tab ? separator : nil,
            headers: object.entries("headers").isEmpty ? nil : object.keyRange("headers"),
            fixedHeaders: fixed,
            hasFreeHeaders: object.entries("headers").count > fixed.count,
            encodings: encodings(object),
            range: object.range
        )
    }

    /// Returns the header fields of a part that have only one value: a constant, or the default of a required field.
    ///
    /// The encoding has its own key for the media type.
    private func fixedHeaders(_ object: SpecObject) -> [String: String] {
        let values = object.entries("headers").compactMap { key, element -> (String, String)? in
            guard key.text.lowercased() != "content-type", let header = context.follow(element),
                let node = header.node["schema"], let schema = context.follow(header.child("schema", node))?.node
            else { return nil }
            let listed = schema["enum"]?.sequence ?? []
            let constant = schema["const"] ?? (listed.count == 1 ? listed[0] : nil)
            let fallback = header.node["required"]?.bool == true ? schema["default"] : nil
            return (constant ?? fallback)?.scalarText.map { (key.text, $0) }
        }
        return Dictionary(values) { first, _ in first }
    }
}

extension RequestBodyEntry {

    /// Returns a body of any bytes with the media types of the parameter `Content-Type`: the listed ones, or any that
    /// callers choose.
    func stating(typesIn parameters: [ParameterEntry]) -> RequestBodyEntry {
        guard content.count == 1, content[0].name == "application/octet-stream",
            let parameter = parameters.first(where: { $0.place == .header && $0.name.lowercased() == "content-type" })
        else { return self }
        // The values of a schema elsewhere are not known yet.
        guard parameter.schema?.reference == nil else { return self }
        var names: [String] = []
        for value in parameter.schema?.listedValues?.compactMap(\.string) ?? ["*/*"] {
            let words = value.split(separator: "/", omittingEmptySubsequences: false)
            let isType = words.count == 2 && !words.contains("")
            if isType, !names.contains(value.lowercased()) { names.append(value.lowercased()) }
        }
        guard !names.isEmpty, names != [content[0].name] else { return self }
        var body = self
        body.content = names.map { name in
            var media = content[0]
            media.name = name
            return media
        }
        return body
    }
}
