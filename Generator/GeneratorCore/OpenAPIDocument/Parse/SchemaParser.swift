import YAMLReader

/// Parses Schema Objects of OpenAPI 3.0 and 3.1.
struct SchemaParser {

    let context: ParseContext

    private static let keys = KeySet(
        [
            "$ref", "$id", "$schema", "$anchor", "$defs", "$comment", "$vocabulary", "$dynamicAnchor",
            "$recursiveAnchor", "definitions", "title", "description", "type", "format", "enum", "nullable",
            "properties", "required", "additionalProperties", "items", "then", "else",
        ],
        grouped: [
            (.notes, ["default", "deprecated", "readOnly", "writeOnly", "example", "examples"]),
            (
                .bounds,
                [
                    "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength",
                    "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "maxProperties", "minProperties",
                    "minContains", "maxContains",
                ]
            ),
            (.composition, ["allOf", "oneOf", "anyOf", "discriminator"]),
            (
                .rare,
                [
                    "$dynamicRef", "$recursiveRef", "const", "externalDocs", "xml", "contentEncoding",
                    "contentMediaType", "contentSchema", "patternProperties", "prefixItems", "contains",
                ]
            ),
            (.rare, Set(unread)),
        ],
        extensions: [
            .boxed, .enumDescriptions, .enumDescriptionsByValue, .enumNames, .enumNamesHyphenated, .enumVariableNames,
            .enumVariableNamesInCamelCase, .enumVarnames, .enumValues, .evidence, .fractionDigits, .skipInvalid,
            .readAs, .sensitive, .swiftName, .swiftNames,
        ]
    )

    private static let xmlKeys = KeySet(["name", "namespace", "prefix", "attribute", "wrapped", "nodeType"])

    /// Keywords that only restrict values and have no effect on the types.
    private static let unread = [
        "not", "if", "unevaluatedProperties", "unevaluatedItems", "dependentSchemas", "dependentRequired",
        "propertyNames",
    ]

    /// Parses an element into a schema.
    func fill(_ schema: Schema, from element: Element) {
        if let possible = element.node.bool {
            schema.isPossible = possible
            return
        }
        guard let object = SpecObject(element, "a schema", keys: Self.keys, in: context) else { return }
        schema.reference = reference(object, "$ref")
        readTexts(object, schema)
        readTypes(object, schema)
        readMembers(object, schema)
        if object.has(.notes) {
            readNotes(object, schema)
        }
        if object.has(.rare) {
            readRest(object, schema)
        }
        if object.has(.composition) {
            readCompositions(object, schema)
        }
        if object.has(.bounds) {
            readBounds(object, schema)
        }
        schema.readAs = schema.readAs ?? numberInText(schema)
    }

    /// Returns the numeric type for a number that may also be a string of its digits, which some frameworks generate.
    private func numberInText(_ schema: Schema) -> Schema.ReadAs? {
        guard schema.kinds.count == 2, schema.kinds.contains(.string), let pattern = schema.bounds?.pattern,
            pattern.contains("\\d") || pattern.contains("0-9"),
            !pattern.unicodeScalars.contains(where: { $0.properties.isAlphabetic && !"deE".unicodeScalars.contains($0) }
            )
        else { return nil }
        return schema.kinds.contains(.integer) ? .integer : schema.kinds.contains(.number) ? .double : nil
    }

    private func reference(_ object: SpecObject, _ key: String) -> Reference? {
        guard let node = object.mapping[key] else { return nil }
        guard let text = node.string else {
            context.reportReference(node, key)
            return nil
        }
        return Reference(text, at: object.element.pointer, range: node.range, in: context)
    }

    /// Parses the keys that few schemas have.
    private func readRest(_ object: SpecObject, _ schema: Schema) {
        schema.reference = schema.reference ?? reference(object, "$dynamicRef")
        readRecursion(object, schema)
        schema.contentMediaType = object.string("contentMediaType")
        schema.contentEncoding = object.string("contentEncoding")
        schema.contentSchema = object.element("contentSchema").map(context.schema(at:))
        schema.contentSchemaRange = schema.contentSchema.map { _ in object.keyRange("contentSchema") }
        schema.xml = xml(object)
        schema.externalDocs = ExternalDocs.text(object)
        readConstant(object, schema)
        schema.patternProperties = object.entries("patternProperties").map {
            ($0.key.text, context.schema(at: $0.element))
        }
        if schema.prefixItems.isEmpty {
            schema.prefixItems = object.list("prefixItems").map(context.schema(at:))
        }
        readContains(object, schema)
        readExtensions(object, schema)
        reportUnread(object)
    }

    private func readConstant(_ object: SpecObject, _ schema: Schema) {
        guard let constant = object.mapping["const"] else { return }
        if constant.isNull {
            schema.isNullable = true
            schema.kinds = [.null]
        } else {
            schema.constant = constant
            checkConstant(constant, schema)
        }
    }

    /// Parses `$recursiveRef` of JSON Schema 2019-09, which names an enclosing schema with `$recursiveAnchor`, or the
    /// whole schema.
    private func readRecursion(_ object: SpecObject, _ schema: Schema) {
        guard schema.reference == nil, let node = object.mapping["$recursiveRef"], object.string("$recursiveRef") == "#"
        else { return }
        let tokens = object.element.pointer.tokens
        let file = object.element.pointer.file
        var place: [String]?
        var step: Node? = context.root(of: file).node
        for (index, token) in tokens.enumerated() {
            step = step.flatMap { element(token, of: $0) }
            if step?["$recursiveAnchor"]?.bool == true {
                place = Array(tokens.prefix(index + 1))
            }
        }
        let whole = tokens.starts(with: ["components", "schemas"]) ? Array(tokens.prefix(3)) : []
        let text = JSONPointer(place ?? whole).description
        schema.reference = Reference(text, file: file, range: node.range)
    }

    private func element(_ token: String, of node: Node) -> Node? {
        guard let list = node.sequence else { return node[token] }
        return Int(token).flatMap { list.indices.contains($0) ? list[$0] : nil }
    }

    private func readTexts(_ object: SpecObject, _ schema: Schema) {
        schema.title = object.string("title")
        schema.description = object.string("description")
        schema.format = object.string("format")
    }

    private func readNotes(_ object: SpecObject, _ schema: Schema) {
        schema.isDeprecated = object.bool("deprecated") ?? false
        schema.isReadOnly = object.bool("readOnly") ?? false
        schema.isWriteOnly = object.bool("writeOnly") ?? false
        schema.defaultValue = object.mapping["default"]
        schema.examples = ExampleParser(context: context).values(object)
    }

    private func xml(_ object: SpecObject) -> XMLModel? {
        guard let element = object.element("xml"),
            let xml = SpecObject(element, "xml", keys: Self.xmlKeys, in: context)
        else { return nil }
        let kind = xml.word("nodeType", XMLModel.NodeType.self)
        let type = object.mapping["type"]?.string
        let isList = type == "array"
        let isScalar = ["string", "number", "integer", "boolean"].contains(type)
        let isContainer = isList || type == "object"
        var node: XMLModel.NodeType = xml.bool("attribute") == true ? .attribute : kind ?? .element
        if [.text, .cdata].contains(node) && isContainer || node == .none && isScalar {
            context.diagnostics.warning(
                "no-effect",
                "'nodeType: \(node.rawValue)' has no effect, so the value is an element",
                hint: isScalar ? "Only lists and objects have no node" : "Only strings, numbers and Booleans are text",
                at: xml.keyRange("nodeType")
            )
            node = .element
        }
        return XMLModel(
            name: xml.string("name"),
            namespace: xml.string("namespace"),
            prefix: xml.string("prefix"),
            node: isList && node == .none ? .element : node,
            isWrapped: xml.bool("wrapped") ?? false || kind == .element && isList
        )
    }

    private func readTypes(_ object: SpecObject, _ schema: Schema) {
        for key in ["type", "enum"] {
            checkEmpty(key, object)
        }
        let words = typeWords(object)
        for word in words {
            guard let kind = JSONType(rawValue: word) ?? alias(word, object, schema) else { continue }
            if kind == .null {
                schema.isNullable = true
            } else if !schema.kinds.contains(kind) {
                schema.kinds.append(kind)
            }
        }
        if object.bool("nullable") == true {
            schema.isNullable = true
        }
        if object.has("enum") {
            let values = object.list("enum").map(\.node)
            schema.enumeration = values.filter { !$0.isNull }
            if values.contains(where: \.isNull) {
                schema.isNullable = true
            }
            if values.allSatisfy(\.isNull) {
                schema.kinds = values.isEmpty ? schema.kinds : [.null]
                schema.enumeration = nil
            }
            checkValues(values, schema)
        }
        if words == ["null"] {
            schema.kinds = [.null]
        }
    }

    private func readMembers(_ object: SpecObject, _ schema: Schema) {
        schema.properties = object.entries("properties").map {
            Schema.Property(name: $0.key.text, nameRange: $0.key.range, schema: context.schema(at: $0.element))
        }
        schema.required = object.mapping["required"]?.bool == nil ? object.strings("required") : []
        if schema.required.count > 1, Set(schema.required).count < schema.required.count {
            reportRepeatedNames(object)
        }
        if object.mapping["required"]?.bool != nil {
            context.diagnostics.warning(
                "required-flag",
                "'required' of a schema must be a list of property names, so this flag has no effect",
                at: object.keyRange("required")
            )
        }
        schema.additional = additional(object)
        // A list of schemas is the older form of `prefixItems`.
        if object.mapping["items"]?.sequence != nil {
            schema.prefixItems = object.list("items").map(context.schema(at:))
        } else {
            schema.items = object.element("items").map(context.schema(at:))
        }
    }

    private func readContains(_ object: SpecObject, _ schema: Schema) {
        guard let element = object.element("contains") else { return }
        let wanted = context.schema(at: element)
        guard wanted.isScalarCheck else {
            context.diagnostics.warning(
                "no-effect",
                "'contains' has no effect on the generated code",
                hint: "Only types, constants and bounds of scalars are supported in 'contains'",
                at: object.keyRange("contains")
            )
            return
        }
        schema.contains = wanted
    }

    private func additional(_ object: SpecObject) -> Schema.Additional {
        guard let element = object.element("additionalProperties") else { return .unsaid }
        if let flag = element.node.bool {
            return flag ? .anything : .forbidden
        }
        let schema = context.schema(at: element)
        return schema.isUnconstrained ? .anything : .schema(schema)
    }

    private func readCompositions(_ object: SpecObject, _ schema: Schema) {
        for key in ["allOf", "oneOf", "anyOf"] {
            checkEmpty(key, object)
        }
        schema.allOf = object.list("allOf").map(context.schema(at:))
        schema.oneOf = object.list("oneOf").map(context.schema(at:))
        schema.anyOf = object.list("anyOf").map(context.schema(at:))
        guard let element = object.element("discriminator"),
            let discriminator = SpecObject(
                element,
                "a discriminator",
                keys: KeySet(["propertyName", "mapping", "defaultMapping"]),
                in: context
            )
        else { return }
        discriminator.require("propertyName", "A discriminator")
        guard let property = discriminator.string("propertyName") else { return }
        let mapping = discriminator.entries("mapping").compactMap { entry -> (String, Reference)? in
            target(entry.element).map { (entry.key.text, $0) }
        }
        schema.discriminator = Schema.Discriminator(
            property: property,
            mapping: mapping,
            defaultTarget: discriminator.element("defaultMapping").flatMap(target),
            range: element.node.range
        )
        if !schema.variants.isEmpty {
            context.taggedUnions.append(schema)
        }
    }

    /// Returns the reference to a schema that a discriminator names.
    private func target(_ element: Element) -> Reference? {
        guard let text = element.node.string else { return nil }
        // A bare name is the name of a schema in the components.
        let isName = !text.contains("/") && !text.contains("#") && !text.contains(".")
        return reference(isName ? "#/components/schemas/\(text)" : text, element, isName)
    }

    /// Creates a reference; a bare name refers to the components, whatever the base address is.
    private func reference(_ text: String, _ element: Element, _ isName: Bool) -> Reference {
        isName
            ? Reference(text, file: element.pointer.file, range: element.node.range)
            : Reference(text, at: element.pointer, range: element.node.range, in: context)
    }

    private func readExtensions(_ object: SpecObject, _ schema: Schema) {
        schema.swiftName = object.swiftName()
        let named = object.entries("x-swift-names")
        for entry in named {
            schema.swiftNames[entry.key.text] = entry.element.node.string
        }
        checkNamed(named.map(\.key), schema)
        EnumTexts(context: context).read(object, schema)
        schema.isSensitive = object.bool("x-sensitive") ?? false
        schema.isBoxed = object.bool("x-boxed") ?? false
        schema.skipsInvalidElements = object.bool("x-skip-invalid") ?? false
        schema.readAs = object.word("x-read-as", Schema.ReadAs.self)
        schema.fractionDigits = object.count(ExtensionName.fractionDigits.rawValue)
        if schema.fractionDigits != nil, schema.format != "date-time" || schema.fractionDigits ?? 0 > 9 {
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

    /// Reports keywords that have no effect on the output.
    private func reportUnread(_ object: SpecObject) {
        for key in Self.unread where object.has(key) {
            context.diagnostics.warning(
                "no-effect",
                "'\(key)' has no effect on the generated code",
                hint: "Values are decoded without it",
                at: object.keyRange(key)
            )
        }
        for (key, anchor) in [("$dynamicRef", "$dynamicAnchor"), ("$recursiveRef", "$recursiveAnchor")]
        where object.has(key) {
            context.diagnostics.warning(
                "no-effect",
                "'\(key)' is resolved like '$ref'",
                hint: "A '\(anchor)' of another schema does not override its target",
                at: object.keyRange(key)
            )
        }
    }
}

/// Parses External Documentation Objects.
enum ExternalDocs {

    private static let keys = KeySet(["url", "description"])

    /// Returns the address and description in `externalDocs` of an object; `nil` if it is absent.
    static func text(_ object: SpecObject) -> String? {
        guard let element = object.element("externalDocs"),
            let docs = SpecObject(element, "external documentation", keys: keys, in: object.context),
            let address = docs.string("url")
        else { return nil }
        return docs.string("description").map { "\($0): \(address)" } ?? "See \(address)"
    }
}
