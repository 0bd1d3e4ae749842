import YAMLReader

/// Parses Parameter Objects.
struct ParameterParser {

    let context: ParseContext

    private static let keys = KeySet(
        [
            "$ref", "name", "in", "description", "required", "deprecated", "allowEmptyValue", "style", "explode",
            "allowReserved", "schema", "example", "examples", "content",
        ],
        extensions: [.swiftName, .evidence, .sensitive, .separator]
    )

    /// Parses a parameter, or the parameter that a reference names.
    func parameter(_ element: Element) -> ParameterEntry? {
        let description = context.replacement("description", nextTo: element)
        guard let target = context.follow(element).flatMap({ declaration(element, $0) }),
            let object = SpecObject(modern(target), "a parameter", keys: Self.keys, in: context)
        else { return nil }
        object.require("in", "A parameter", hint: "Use 'path', 'query', 'header' or 'cookie'")
        let place = object.word("in", ParameterLocation.self)
        // The name of a whole query is not sent, and the standard's own example has none.
        let isWhole = place == .querystring
        object.require("name", "A parameter", so: isWhole ? "its name is 'query'" : "it is ignored")
        guard let name = object.string("name") ?? (isWhole ? "query" : nil), let place else { return nil }
        guard !name.isEmpty else {
            context.slip(
                "empty-value",
                "The name of a parameter is empty",
                so: "the parameter is ignored",
                hint: "Name it, or remove it",
                at: object.mapping["name"]?.range ?? object.range
            )
            return nil
        }
        if place == .header, !HTTPText.checkHeader(name, object, so: "the parameter is ignored") {
            return nil
        }
        let isRequired = object.bool("required") ?? false
        if place == .path, !isRequired {
            context.slip(
                "optional-path-parameter",
                "The path parameter '\(name)' must be required",
                so: "it is read as required",
                hint: "Add 'required: true'",
                at: object.range
            )
        }
        var entry = entry(name, place, isRequired: isRequired || place == .path, object)
        if let description { entry.description = description }
        return entry
    }

    /// Returns the parameter that a reference names.
    ///
    /// A reference to a schema in place of a parameter is reported. It is the schema of the parameter if it has a name
    /// and a location next to it, and ignored without them.
    private func declaration(_ element: Element, _ target: Element) -> Element? {
        guard let reference = element.node.mapping?.entry("$ref"), target.node["name"] == nil, context.isSchema(target)
        else { return target }
        if let own = element.node.mapping, own.contains("name"), own.contains("in"), !own.contains("schema") {
            context.slip(
                "missing-key",
                "The parameter '\(own["name"]?.string ?? "")' refers to a schema",
                so: "that is its schema",
                hint: "Write 'schema: { $ref: … }'",
                at: reference.value.range
            )
            let schema = Node(.mapping(Mapping([reference])), range: reference.value.range)
            let entries = own.entries.filter { $0.key.text != "$ref" } + [.made("schema", schema)]
            return Element(node: Node(.mapping(Mapping(entries)), range: element.node.range), pointer: element.pointer)
        }
        context.slip(
            "missing-key",
            "The parameter refers to a schema, which has no name and no location",
            so: "it is ignored",
            hint: "Write 'name', 'in' and 'schema: { $ref: … }'",
            at: reference.value.range
        )
        return nil
    }

    /// Returns a parameter with a schema instead of the keywords of Swagger 2.0.
    private func modern(_ element: Element) -> Element {
        let node = element.node
        guard !context.isStrict, let type = node.mapping?.entry("type"), node["schema"] == nil, node["content"] == nil
        else { return element }
        context.slip(
            "missing-key",
            "The parameter '\(node["name"]?.string ?? "")' needs 'schema'",
            so: "its 'type' is read as in Swagger 2.0",
            hint: "Move the type and its restrictions below 'schema'",
            at: type.key.range
        )
        let upgrade = SwaggerParameters(SwaggerUpgrade.Context(diagnostics: context.diagnostics) { _, _ in nil })
        return Element(node: upgrade.parameter(node), pointer: element.pointer)
    }

    /// The locations of lists with other separators than commas.
    static let separatorHint =
        "Only lists in the query, in the path in the style 'simple', and in header fields have separators"

    private static let form = "application/x-www-form-urlencoded"

    private func entry(
        _ name: String,
        _ place: ParameterLocation,
        isRequired: Bool,
        _ object: SpecObject
    ) -> ParameterEntry {
        let separator = separator(object, place)
        let style = place == .query ? separator?.queryStyle ?? style(object, place) : style(object, place)
        let content = object.content(of: "The parameter '\(name)'")
        let schema = object.schema(in: content)
        if place == .querystring, content == nil, schema != nil {
            context.slip(
                "missing-key",
                "The parameter '\(name)' is the whole query and needs 'content'",
                so: "it is read as a query parameter",
                hint: "Write 'in: query', or replace 'schema' with 'content'",
                at: object.range
            )
        }
        if schema == nil, !object.has("content") {
            object.require("schema", "The parameter '\(name)'", so: "it is read as a string")
        }
        let contentType = content.map { HTTPText.mediaType($0.key, context) }
        report(object, place, style, content?.key, contentType, schema)
        if separator != nil {
            object.checkSeparated(schema, canBeReserved: place != .path)
        }
        let isForm = [.querystring, .query].contains(place) && contentType?.essence.lowercased() == Self.form
        return ParameterEntry(
            name: name,
            place: place == .querystring && content == nil ? .query : place,
            isRequired: isRequired,
            description: object.string("description"),
            isDeprecated: object.bool("deprecated") ?? false,
            style: style,
            explode: object.bool("explode").map { $0 && separator == nil }
                ?? (separator == nil && (style == .form || style == .cookie)),
            separator: place == .query && separator != .tab ? nil : separator,
            allowsReserved: object.bool("allowReserved")
                ?? (place == .path && style == .simple && spansSegments(object, schema)),
            contentType: contentType,
            form: isForm ? content.flatMap(BodyParser(context: context).form) : nil,
            schema: schema,
            swiftName: object.swiftName(),
            isSensitive: object.bool("x-sensitive") ?? false,
            allowsEmpty: object.bool("allowEmptyValue") == true ? object.keyRange("allowEmptyValue") : nil,
            range: object.range,
            pointer: object.element.pointer
        )
    }

    /// Whether the values of a path parameter contain slashes that separate segments, as the patterns of gateways do.
    private func spansSegments(_ object: SpecObject, _ schema: Schema?) -> Bool {
        object.bool("x-ms-skip-url-encoding") == true || schema?.bounds?.pattern.map(PathExpressions.hasSlash) == true
    }

    /// Reports keys that are valid but not supported.
    private func report(
        _ object: SpecObject,
        _ place: ParameterLocation,
        _ style: ParameterStyle,
        _ content: Mapping.Key?,
        _ contentType: String?,
        _ schema: Schema?
    ) {
        let isReservable = [.query, .path, .cookie].contains(place) || place == .querystring && content == nil
        if !isReservable || style == .cookie, object.bool("allowReserved") == true {
            context.diagnostics.warning(
                "no-effect",
                isReservable
                    ? "'allowReserved' has no effect with the style '\(style.rawValue)', which encodes no character"
                    : "'allowReserved' has no effect on \(place.rawValue) parameters",
                hint: isReservable
                    ? "Remove it" : "Only path, query and cookie parameters can contain reserved characters",
                at: object.keyRange("allowReserved")
            )
        }
        if let prefix = object.mapping.entry("x-ms-header-collection-prefix"), !context.isStrict {
            context.diagnostics.warning(
                "no-effect",
                "'x-ms-header-collection-prefix' has no effect, so the parameter is one header field",
                hint: "Set the header fields of the collection in the options of the call",
                at: prefix.key.range
            )
        }
        guard let content, let essence = contentType?.essence.lowercased() else { return }
        guard essence.contains("/"), !MediaRange.isJSON(essence), essence != "text/plain" || !isScalar(schema) else {
            return
        }
        // A query in any other format is a string, which the app creates.
        guard place != .querystring, place != .query || essence != Self.form else { return }
        context.diagnostics.warning(
            "unsupported-content",
            "Parameters cannot be encoded as '\(essence)', so only the schema is used",
            hint: "Use 'schema' instead of 'content', or use 'application/json'",
            at: content.range
        )
    }

    /// Whether the values of a schema have neither properties nor elements, so that each of them is one string.
    private func isScalar(_ schema: Schema?) -> Bool {
        guard let own = schema.map({ context.target(of: $0) ?? $0 }) else { return true }
        return own.properties.isEmpty && own.items == nil && Set(own.kinds).isDisjoint(with: [.object, .array])
    }

    /// Returns the separator of a list that is not a comma, and reports one that the location does not allow.
    private func separator(_ object: SpecObject, _ place: ParameterLocation) -> ListSeparator? {
        object.separator(
            SpecObject.SeparatorRule(
                what: "parameter",
                isAllowed: [.path, .query, .header].contains(place),
                style: place == .query ? .form : .simple,
                hint: Self.separatorHint
            )
        )
    }

    /// Returns the style, and reports a style that the location does not allow.
    private func style(_ object: SpecObject, _ place: ParameterLocation) -> ParameterStyle {
        _ = object.word("x-evidence", Evidence.self)
        let allowed: [ParameterStyle] =
            switch place {
            case .path: [.simple, .label, .matrix]
            case .query: [.form, .spaceDelimited, .pipeDelimited, .deepObject]
            case .header: [.simple]
            case .cookie: [.form, .cookie]
            case .querystring: [.form]
            }
        guard let style = object.word("style", ParameterStyle.self) else { return allowed[0] }
        guard allowed.contains(style) else {
            context.slip(
                "misplaced-style",
                "The style '\(style.rawValue)' is not allowed for \(place.rawValue) parameters",
                so: "'\(allowed[0].rawValue)' is used",
                hint: "Use one of: \(allowed.map(\.rawValue).joined(separator: ", "))",
                at: object.mapping["style"]?.range ?? object.range
            )
            return allowed[0]
        }
        return style
    }
}
