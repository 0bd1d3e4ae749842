import YAMLReader

/// Names of types that JSON Schema does not have.
extension SchemaParser {

    /// Returns the names in `type`; a null without quotes in a list is the type `null`.
    func typeWords(_ object: SpecObject) -> [String] {
        guard let list = object.mapping["type"]?.sequence else { return object.string("type").map { [$0] } ?? [] }
        guard list.contains(where: \.isNull) else { return object.strings("type") }
        return list.compactMap { node in
            guard node.isNull else { return node.string }
            context.slip(
                "wrong-type",
                "An element of 'type' must be a string, but this is null",
                so: "it is read as the type 'null'",
                hint: "Enclose it in quotes",
                at: node.range
            )
            return JSONType.null.rawValue
        }
    }

    /// Reports the name of a type that JSON Schema does not have, and returns its reading.
    ///
    /// - Parameters:
    ///   - word: The name.
    ///   - object: The object that contains the name.
    ///   - schema: The schema, whose format is set if the name implies one.
    /// - Returns: The type; `nil` if any JSON value is accepted.
    func alias(_ word: String, _ object: SpecObject, _ schema: Schema) -> JSONType? {
        var alias = TypeAlias(word)
        // The dates of JavaScript have a time, unless the document shows one without.
        if alias?.format == "date", word.trimmed == "Date", !hasDay(object) { alias?.format = "date-time" }
        let isList = word.hasSuffix("[]")
        let format = (object.mapping["format"]?.string ?? alias?.format).map { " with the format '\($0)'" } ?? ""
        let words = JSONType.allCases.map(\.rawValue)
        context.slip(
            "bad-type",
            "'\(word)' is not a type",
            so: alias.map { "it is read as '\($0.type.rawValue)'\(format)" } ?? "any JSON value is accepted",
            hint: Suggestion.nearest(to: word, among: words).map { "Did you mean '\($0)'?" }
                ?? "Use one of: \(words.joined(separator: ", "))",
            at: object.mapping["type"]?.range ?? object.range
        )
        guard !context.isStrict else { return nil }
        schema.format = schema.format ?? (isList ? nil : alias?.format)
        return alias?.type
    }

    /// Reports an object that other keywords describe as a scalar, and returns its type; `nil` for any other object.
    ///
    /// Frameworks document a property so if they do not know its type at run time, such as `Date | null` in TypeScript.
    func scalarKind(_ object: SpecObject, isNullable: Bool) -> JSONType? {
        let shape = [
            "properties", "additionalProperties", "patternProperties", "required", "minProperties", "maxProperties",
            "allOf", "oneOf", "anyOf", "enum", "const", "discriminator", "items", "x-additionalPropertiesName",
        ]
        let samples = ["example", "default"].compactMap { object.mapping[$0] }
        // A part of a composition may only repeat the type of the whole.
        guard !shape.contains(where: object.has), !samples.contains(where: { $0.mapping != nil || $0.sequence != nil }),
            object.element.pointer.tokens.dropLast().last != "allOf",
            let found = Self.scalarFormat(object) ?? Self.scalarBound(object) ?? Self.scalar("default", object)
                ?? (isNullable ? Self.scalar("example", object) : nil)
        else { return nil }
        context.slip(
            "wrong-type",
            "The type is 'object', but '\(found.key)' is that of the type '\(found.kind.rawValue)'",
            so: "it is read as '\(found.kind.rawValue)'",
            hint: "Write 'type: \(found.kind.rawValue)'",
            at: object.mapping["type"]?.range ?? object.range
        )
        return context.isStrict ? nil : found.kind
    }

    private typealias ScalarKey = (key: String, kind: JSONType)

    private static func scalarFormat(_ object: SpecObject) -> ScalarKey? {
        guard let format = object.mapping["format"]?.string else { return nil }
        switch FormatName.standard(format) {
        case "uuid", "date-time", "date", "time", "duration", "uri", "byte", "email", "password", "hostname", "ipv4",
            "ipv6":
            return ("format", .string)
        case "int32", "int64": return ("format", .integer)
        case "float", "double": return ("format", .number)
        default: return nil
        }
    }

    private static func scalarBound(_ object: SpecObject) -> ScalarKey? {
        if let key = ["maxLength", "minLength", "pattern"].first(where: object.has) { return (key, .string) }
        return ["minimum", "maximum", "multipleOf"].first(where: object.has).map { ($0, .number) }
    }

    /// Returns the type of a scalar value; `nil` for a string that may be the JSON of an object.
    private static func scalar(_ key: String, _ object: SpecObject) -> ScalarKey? {
        switch object.mapping[key]?.value {
        case .bool: (key, .boolean)
        case .int, .number: (key, .number)
        case .string(let text) where !"{[".contains(text.trimmed.first ?? "{"): (key, .string)
        default: nil
        }
    }

    /// Whether an example or the default of a schema is a day without a time.
    private func hasDay(_ object: SpecObject) -> Bool {
        let single = [object.mapping["example"], object.mapping["default"]]
        let values = single + (object.mapping["examples"]?.sequence ?? [])
        return values.contains { $0?.string?.utf8.count == 10 }
    }

    /// Returns the schema of the elements of a type such as `string[]`; `nil` for any other type.
    func elementAlias(_ object: SpecObject) -> Schema? {
        guard !context.isStrict, let word = object.mapping["type"]?.string, word.hasSuffix("[]"),
            let alias = TypeAlias(String(word.dropLast(2)))
        else { return nil }
        let entries = [
            Mapping.Entry.made("type", .string(alias.type.rawValue), at: object.range),
            alias.format.map { Mapping.Entry.made("format", .string($0), at: object.range) },
        ]
        let node = Node(.mapping(Mapping(entries.compactMap { $0 })), range: object.range)
        return context.schema(at: object.element.child("items", node))
    }

    /// Returns the numeric type for a number that may also be a string of its digits, which some frameworks generate.
    ///
    /// Other strings of digits, such as account numbers, differ from the number: it has no leading zeros, and not all of
    /// their digits.
    func numberInText(_ schema: Schema) -> Schema.ReadAs? {
        guard schema.kinds.count == 2, schema.kinds.contains(.string), let pattern = schema.bounds?.pattern,
            pattern.contains("\\d") || pattern.contains("0-9"),
            !pattern.unicodeScalars.contains(where: { $0.properties.isAlphabetic && !"deE".unicodeScalars.contains($0) }
            )
        else { return nil }
        let isInteger = schema.kinds.contains(.integer)
        guard isInteger || schema.kinds.contains(.number) else { return nil }
        let isNumeric = schema.format.map(Self.numericFormats.contains) ?? false
        guard isNumeric || isExact(pattern, of: schema, digits: isInteger ? 18 : 15) else { return nil }
        return isInteger ? .integer : .double
    }

    /// The formats that only numbers have.
    private static let numericFormats: Set<String> = [
        "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float", "double", "decimal",
        "decimal128",
    ]

    /// Whether each string that a pattern matches is the usual spelling of a number with few digits.
    private func isExact(_ pattern: String, of schema: Schema, digits limit: Int) -> Bool {
        guard let digits = DigitPattern(pattern), !digits.allowsLeadingZeros else { return false }
        return min(digits.maxDigits ?? .max, schema.bounds?.maxLength ?? .max) <= limit
    }
}

/// The reading of the name of a type that JSON Schema does not have.
struct TypeAlias {
    let type: JSONType
    /// The format that the name implies; `nil` for none.
    var format: String?

    private static let types: [String: (JSONType, String?)] = [
        "int": (.integer, nil), "int32": (.integer, "int32"), "int64": (.integer, "int64"),
        "long": (.integer, "int64"), "short": (.integer, "int32"), "bigint": (.integer, "int64"),
        "bigdecimal": (.number, "decimal"), "decimal": (.number, "decimal"), "numeric": (.number, nil),
        "real": (.number, nil),
        "double": (.number, "double"), "float": (.number, "float"), "bool": (.boolean, nil),
        "str": (.string, nil), "text": (.string, nil), "varchar": (.string, nil), "char": (.string, nil),
        "date": (.string, "date"), "datetime": (.string, "date-time"), "date-time": (.string, "date-time"),
        "timestamp": (.string, nil), "uuid": (.string, "uuid"), "guid": (.string, "uuid"), "uri": (.string, "uri"),
        "url": (.string, "uri"), "email": (.string, nil), "password": (.string, "password"), "enum": (.string, nil),
        "byte": (.string, "byte"), "binary": (.string, "binary"), "file": (.string, "binary"), "time": (.string, nil),
        "objectid": (.string, nil),
        "list": (.array, nil), "map": (.object, nil), "dict": (.object, nil), "dictionary": (.object, nil),
        "hash": (.object, nil), "json": (.object, nil), "nil": (.null, nil), "none": (.null, nil),
    ]

    /// Creates the reading of a name; `nil` if the name has no obvious reading.
    init?(_ word: String) {
        let plain = word.trimmed.lowercased()
        if plain.hasSuffix("[]") {
            type = .array
        } else if let type = JSONType(rawValue: plain) {
            self.type = type
        } else if let (type, format) = Self.types[plain] {
            self.type = type
            self.format = format
        } else if let near = Suggestion.nearest(to: plain, among: JSONType.allCases.map(\.rawValue)),
            let type = JSONType(rawValue: near)
        {
            self.type = type
        } else {
            return nil
        }
    }
}
