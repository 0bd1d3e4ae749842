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
            .boxed, .enumComments, .enumDescriptions, .enumElements, .enumDescriptionsByValue, .enumNames,
            .enumNamesHyphenated, .enumVariableNames, .enumVariableNamesInCamelCase,
            .enumVarnames, .enumVariableNamesHyphenated, .enumKeys,
            .enumNamesOfSpeakeasy,
            .enumTextsOfFern, .enumValues, .evidence, .extensibleEnum, .fractionDigits, .skipInvalid,
            .readAs, .sensitive, .swiftName, .swiftNames,
        ]
    )

    private static let xmlKeys = KeySet(
        ["name", "namespace", "prefix", "attribute", "wrapped", "nodeType", "x-ms-text"]
    )

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
        guard !forbidsAll(object) else {
            schema.isPossible = false
            return
        }
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
        EnumLabels.read(schema)
        if object.has(.composition) {
            readCompositions(object, schema)
        }
        if object.has(.bounds) {
            readBounds(object, schema)
        }
        schema.readAs = schema.readAs ?? numberInText(schema)
        schema.discriminatorValue = discriminatorValue(object)
        noteFormat(object, schema)
        checkTime(object, schema)
        checkUUID(object, schema)
    }

    /// Returns the value of a base's discriminator that a schema, or an inline part of it, states in an extension.
    private func discriminatorValue(_ object: SpecObject) -> String? {
        let nodes = [object.element.node] + (object.mapping["allOf"]?.sequence ?? [])
        return nodes.lazy.compactMap { node in
            ["x-discriminator-value", "x-ms-discriminator-value"].lazy.compactMap { node[$0]?.string }.first
        }.first
    }

    /// Reports a time whose own examples are not values of its format, and reads it as a string.
    ///
    /// Frameworks document local times so, which have no offset from UTC, and services times in other notations.
    private func checkTime(_ object: SpecObject, _ schema: Schema) {
        guard let format = schema.format, ["date-time", "date"].contains(format) else { return }
        let examples = schema.examples.compactMap(\.string)
        guard let first = examples.first, examples.allSatisfy({ Self.isOther($0, than: format) }) else { return }
        context.diagnostics.warning(
            "no-effect",
            "The format '\(format)' has no effect, because the example '\(first)' is not one of its values, so the value is "
                + "a string",
            hint: format == "date"
                ? "Write an example such as '2026-05-31', or 'date-time' if the value has a time"
                : "Write an example such as '2026-05-31T08:30:00Z', with an offset from UTC",
            at: object.keyRange("format")
        )
        schema.format = nil
    }

    /// Reports a UUID whose own length or examples are not those of one, and reads it as a string.
    private func checkUUID(_ object: SpecObject, _ schema: Schema) {
        guard schema.format == "uuid" else { return }
        let reason: String
        if let longest = schema.bounds?.maxLength, longest < 36 {
            reason = "a UUID has 36 characters and 'maxLength' is \(longest)"
        } else if let shortest = schema.bounds?.minLength, shortest > 36 {
            reason = "a UUID has 36 characters and 'minLength' is \(shortest)"
        } else {
            let examples = schema.examples.compactMap(\.string)
            guard let first = examples.first, examples.allSatisfy(Self.isOtherThanUUID) else { return }
            reason = "the example '\(first)' is not one of its values"
        }
        context.diagnostics.warning(
            "no-effect",
            "The format 'uuid' has no effect, because \(reason), so the value is a string",
            hint: "Remove the format, or write an example such as '0b6a1d4e-2f3c-4a5b-8c7d-9e0f1a2b3c4d'",
            at: object.keyRange("format")
        )
        schema.format = nil
    }

    /// Whether a string is an identifier that is no UUID, and neither a word nor a misspelt UUID.
    private static func isOtherThanUUID(_ text: String) -> Bool {
        text.count(where: { $0.isASCII && $0.isNumber }) >= 4 && text.count(where: { $0 == "-" }) != 4
    }

    /// Whether a string is a date or a time in another notation than that of a format.
    ///
    /// A word such as `string` says nothing of the values. A date alone as the example of a time is more likely
    /// imprecise than true.
    private static func isOther(_ text: String, than format: String) -> Bool {
        guard text.count(where: { $0.isASCII && $0.isNumber }) >= 6 else { return false }
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let shape = String(decoding: text.utf8.map { digits.contains($0) ? digits.lowerBound : $0 }, as: UTF8.self)
        let date = "0000-00-00"
        if shape == date { return false }
        // Most times have one of these shapes, and the pattern is slow.
        if format == "date-time", [date + "T00:00:00Z", date + "T00:00:00.000Z"].contains(shape) { return false }
        let time = /0000-00-00[Tt ]00:00(:00([.,]0+)?)?([Zz]|[+-]00:?00)/
        return format == "date" || shape.wholeMatch(of: time) == nil
    }

    /// Notes a format of strings in another spelling than the standard one, because its values may differ as well.
    private func noteFormat(_ object: SpecObject, _ schema: Schema) {
        guard let format = schema.format, schema.kinds.isEmpty || schema.kinds.contains(.string) else { return }
        let name = FormatName.standard(format)
        guard name != format else { return }
        context.diagnostics.note(
            "bad-value",
            "'\(format)' is not a format of OpenAPI, so it is read as '\(name)'",
            hint: "Write '\(name)', or map '\(format)' to 'String' in 'formats' if other values occur",
            at: object.mapping["format"]?.range ?? object.range
        )
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
            schema.constant = spelled(constant, schema)
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
        if schema.isReadOnly, schema.isWriteOnly {
            context.diagnostics.warning(
                "no-effect",
                "'readOnly' and 'writeOnly' exclude each other, so neither has an effect",
                hint: "Keep one of them, or write two schemas",
                at: object.keyRange("writeOnly")
            )
            (schema.isReadOnly, schema.isWriteOnly) = (false, false)
        }
        schema.defaultValue = object.mapping["default"].map { readDefault($0, schema) }
        schema.examples = ExampleParser(context: context).values(object)
    }

    /// Reads what inline parts of `allOf`, or the only alternative to null, note about the whole value.
    ///
    /// OpenAPI 3.0 allows no keywords next to a reference, so that documents write them into a part. The notes of a part with
    /// properties are those of the part alone.
    private func readNotesOfParts(_ schema: Schema) {
        let variants = schema.variants.filter { $0.kinds != [.null] }
        let all = schema.allOf + (variants.count == 1 ? variants : [])
        let parts = all.filter { $0.reference == nil && $0.properties.isEmpty }
        schema.isDeprecated = schema.isDeprecated || parts.contains(where: \.isDeprecated)
        schema.isReadOnly = schema.isReadOnly || parts.contains(where: \.isReadOnly)
        schema.isWriteOnly = schema.isWriteOnly || parts.contains(where: \.isWriteOnly)
        schema.isSensitive = schema.isSensitive || parts.contains(where: \.isSensitive)
        schema.description = schema.description ?? parts.last { $0.description != nil }?.description
        guard schema.defaultValue == nil, let value = parts.last(where: { $0.defaultValue != nil })?.defaultValue else {
            return
        }
        // A part without a type has the one of another part.
        let typed = all.lazy.compactMap { $0.reference == nil ? $0 : context.target(of: $0) }
            .first { !$0.kinds.isEmpty }
        schema.defaultValue = readDefault(value, typed ?? schema)
    }

    /// Returns the names in XML that an inline part of `allOf` states next to a reference; `nil` without one.
    private func xmlOfPart(_ object: SpecObject) -> XMLModel? {
        let parts = object.mapping["allOf"]?.sequence ?? []
        guard parts.contains(where: { $0["xml"] != nil }) else { return nil }
        let part = object.list("allOf").first { $0.node["xml"] != nil && $0.node["$ref"] == nil }
        return part.flatMap { SpecObject($0, "a schema", keys: nil, in: context) }.flatMap(xml)
    }

    private func xml(_ object: SpecObject) -> XMLModel? {
        guard let element = object.element("xml"),
            let xml = SpecObject(element, "xml", keys: Self.xmlKeys, in: context)
        else { return nil }
        let kind = xml.word("nodeType", XMLModel.NodeType.self) ?? (xml.bool("x-ms-text") == true ? .text : nil)
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
        // Documents that were converted from Swagger 2.0 keep its extension.
        if object.bool("nullable") == true || object.mapping["x-nullable"]?.bool == true {
            schema.isNullable = true
        }
        if schema.kinds == [.object], let kind = scalarKind(object, isNullable: schema.isNullable) {
            schema.kinds = [kind]
        }
        if object.has("enum"), elementValues(object, schema) == nil {
            let values = listedValues(object)
            schema.enumeration = values.filter { !$0.isNull }.map { spelled($0, schema) }
            if values.contains(where: \.isNull) {
                schema.isNullable = true
            }
            if values.allSatisfy(\.isNull) {
                schema.kinds = values.isEmpty ? schema.kinds : [.null]
                schema.enumeration = nil
            }
            checkValues(values, schema)
        }
        if object.has(.rare) {
            readExtensibleValues(object, schema)
        }
        if words == ["null"] {
            schema.kinds = [.null]
        }
        if isIntegerOrString(object) {
            schema.kinds = [.integer, .string]
        }
    }

    /// Whether a schema without variants is an integer or a string, which Kubernetes documents as a string.
    func isIntegerOrString(_ object: SpecObject) -> Bool {
        guard !object.has("anyOf"), !object.has("oneOf"), !object.has("allOf") else { return false }
        return object.bool("x-kubernetes-int-or-string") == true || object.mapping["format"]?.string == "int-or-string"
    }

    /// Whether a required property is the type in an object of OData, which services omit where the document says the same.
    ///
    /// A constant is the only value that the property can have, and is written.
    private func isOmittedType(_ name: String, _ schema: Schema) -> Bool {
        guard name == "@odata.type", let own = schema.properties.first(where: { $0.name == name })?.schema else {
            return false
        }
        return own.enumeration == nil && own.constant == nil && own.reference == nil
    }

    private func readMembers(_ object: SpecObject, _ schema: Schema) {
        schema.properties = object.entries("properties").map {
            Schema.Property(name: $0.key.text, nameRange: $0.key.range, schema: context.schema(at: $0.element))
        }
        let hasFlag = hasRequiredFlag(object)
        schema.required = hasFlag ? [] : object.strings("required").filter { !isOmittedType($0, schema) }
        schema.requiredRange = schema.required.isEmpty ? nil : object.keyRange("required")
        if schema.required.count > 1, Set(schema.required).count < schema.required.count {
            reportRepeatedNames(object)
        }
        if hasFlag {
            context.diagnostics.warning(
                "required-flag",
                "'required' of a schema must be a list of property names, so this flag has no effect",
                at: object.keyRange("required")
            )
        }
        schema.additional = additional(object)
        readItems(object, schema)
    }

    /// Reads the schema of elements.
    ///
    /// A list of schemas is the older form of `prefixItems`, unless it has one schema. OpenAPI 3.0 has no positions, so
    /// there the schemas are alternatives, as in Swagger 2.0.
    private func readItems(_ object: SpecObject, _ schema: Schema) {
        guard object.mapping["items"]?.sequence != nil else {
            let items = object.element("items").map { element in
                element.node.string.flatMap(TypeAlias.init) == nil
                    ? element : context.mapping(element, "A schema", mainKey: "type")
            }
            schema.items = items.map { context.schema(at: withValues($0, of: object, schema)) } ?? elementAlias(object)
            return
        }
        let schemas = object.list("items").map(context.schema(at:))
        guard schemas.count == 1, object.mapping["additionalItems"] == nil else {
            if context.isVersion30, schemas.count > 1, let element = object.element("items") {
                schema.items = alternatives(schemas, element, object)
            } else {
                schema.prefixItems = schemas
            }
            return
        }
        schema.items = schemas[0]
        context.diagnostics.warning(
            "item-list",
            "'items' is a list with one schema, which describes every element",
            hint: "Write the schema without a list, or 'prefixItems' for a first element",
            at: object.keyRange("items")
        )
    }

    /// Returns the schema of elements for each of which there are several schemas.
    private func alternatives(_ schemas: [Schema], _ element: Element, _ object: SpecObject) -> Schema {
        // Without a type, another warning concerns the schema as a whole.
        if object.has("type") || object.has("properties") {
            context.diagnostics.warning(
                "item-list",
                "'items' of OpenAPI 3.0 is one schema, so the \(schemas.count) schemas of this list are alternatives",
                hint: "Write one schema; OpenAPI 3.1 has 'prefixItems' for elements at fixed positions",
                at: object.keyRange("items")
            )
        }
        let either = context.newSchema(element.pointer, range: element.node.range)
        either.anyOf = schemas
        return either
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

    /// Whether a schema is `not: {}` or `not: true`, which no value matches.
    private func forbidsAll(_ object: SpecObject) -> Bool {
        guard let node = object.mapping["not"] else { return false }
        return node.bool == true || node.mapping?.entries.isEmpty == true
    }

    /// Whether `unevaluatedProperties` describes the values of a map: without other schemas that evaluate properties, it
    /// means the same as `additionalProperties`.
    private func declaresValues(_ object: SpecObject) -> Bool {
        let others = [
            "additionalProperties", "$ref", "$dynamicRef", "allOf", "oneOf", "anyOf", "if", "dependentSchemas",
            "patternProperties",
        ]
        return object.mapping["unevaluatedProperties"]?.mapping != nil
            && others.allSatisfy { object.mapping[$0] == nil }
    }

    private func additional(_ object: SpecObject) -> Schema.Additional {
        let key = declaresValues(object) ? "unevaluatedProperties" : "additionalProperties"
        guard let element = object.element(key) else { return .unsaid }
        if let flag = element.node.bool {
            return flag ? .anything : .forbidden
        }
        let schema = context.schema(at: element)
        guard schema.isPossible else { return .forbidden }
        return schema.isUnconstrained ? .anything : .schema(schema)
    }

    /// Separates the parts of `allOf` that only bound and describe the value from those that affect its type.
    private func separateBounds(_ schema: Schema) {
        guard schema.reference == nil, !schema.kinds.isEmpty || schema.listedValues != nil,
            schema.allOf.allSatisfy(\.isOnlyBounds)
        else { return }
        schema.boundingParts = schema.allOf
        schema.allOf = []
        for part in schema.boundingParts {
            schema.title = schema.title ?? part.title
            schema.format = schema.format ?? part.format
            schema.fractionDigits = schema.fractionDigits ?? part.fractionDigits
            if schema.examples.isEmpty { schema.examples = part.examples }
        }
    }

    private func readCompositions(_ object: SpecObject, _ schema: Schema) {
        for key in ["allOf", "oneOf", "anyOf"] {
            checkEmpty(key, object)
        }
        schema.allOf = object.list("allOf").map(context.schema(at:))
        schema.xml = schema.xml ?? xmlOfPart(object)
        schema.oneOf = object.list("oneOf").map(context.schema(at:))
        schema.anyOf = object.list("anyOf").map(context.schema(at:))
        readNotesOfParts(schema)
        separateBounds(schema)
        if !schema.oneOf.isEmpty, schema.anyOf.contains(where: { !$0.isUnconstrained }) {
            context.diagnostics.warning(
                "no-effect",
                "'anyOf' has no effect next to 'oneOf'",
                hint: "Keep one of them, or write both as parts of 'allOf'",
                at: object.keyRange("anyOf")
            )
        }
        guard
            let element = object.element("discriminator")
                .map({ context.mapping($0, "A discriminator", mainKey: "propertyName") }),
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

    /// Whether a keyword is true of any value: a schema for names of properties says only that they are strings.
    private func saysNothing(_ key: String, _ object: SpecObject) -> Bool {
        if key == "unevaluatedProperties" { return declaresValues(object) }
        guard key == "propertyNames", let names = object.mapping[key]?.mapping else { return false }
        return names.entries.allSatisfy { $0.key.text == "type" && $0.value.string == "string" }
    }

    /// Reports keywords that have no effect on the output.
    private func reportUnread(_ object: SpecObject) {
        for key in Self.unread where object.has(key) && !saysNothing(key, object) {
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
