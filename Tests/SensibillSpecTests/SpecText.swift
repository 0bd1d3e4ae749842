import YAMLReader

/// Converts a schema of the spec to the notation of the tables, to compare both as strings.
///
/// `string /id/ maxLength=75` is a string with a pattern and a limit, `=Status` a schema by name, `[date] maxItems=20`
/// an array, `date?` may be null, `{a b}` lists values.
struct SpecText {
    let spec: SpecDocument

    /// Names of the patterns.
    ///
    /// The documentation and the spec escape them differently.
    private static let patterns = [
        #"^[A-Za-z0-9_:.\-]{5,75}$"#: "id",
        #"^[A-Za-z0-9_:.\-]{0,75}$"#: "id-or-empty",
        ##"^[a-zA-Z0-9.?!,\\/:_@#'" \-]{0,75}$"##: "text",
        #"^[a-zA-Z0-9_ \-]+$"#: "category",
        #"^\d{2}:\d{2}$"#: "time",
        #"^\d{4}-\d{2}-\d{2}([T ]\d{2}(:\d{2}(:\d{2}(\.\d{1,3})?)?)?Z?)?$"#: "utc",
        "^[A-Z]{3}$": "currency",
        "^[a-z]{2}-[A-Z]{2}$": "locale",
    ]

    private static let limits = [
        "default", "maxItems", "maxLength", "maximum", "minItems", "minLength", "minimum",
    ]

    /// Returns the text of a schema in the form of the documented one.
    func text(_ node: Node, like documented: String) -> String {
        if documented.hasPrefix("=") { return spec.referenceName(node).map { "=\($0)" } ?? text(node) }
        let schema = spec.plain(node)
        if documented.hasPrefix("["), let items = schema["items"] {
            let inner = documented.dropFirst().prefix { $0 != "]" }
            let null = spec.allowsNull(node) && documented.contains("]?") ? "?" : ""
            return joined("[\(text(items, like: String(inner)))]\(null)", schema)
        }
        if documented.hasPrefix("object") { return kind(schema) }
        let isNullable = spec.allowsNull(node) && documented.prefix { $0 != " " }.hasSuffix("?")
        return joined(kind(schema) + (isNullable ? "?" : ""), schema)
    }

    private func text(_ node: Node) -> String { joined(kind(spec.plain(node)), spec.plain(node)) }

    /// Returns the format or type.
    ///
    /// Amounts are exact decimals in the spec and numbers in the documentation.
    private func kind(_ schema: Node) -> String {
        let types = schema["type"]?.sequence?.compactMap(\.string) ?? [schema["type"]?.string ?? ""]
        let type = types.first { $0 != "null" } ?? ""
        guard let format = schema["format"]?.string, format != "decimal" else { return type }
        return format
    }

    private func joined(_ kind: String, _ schema: Node) -> String {
        var words: [String] = []
        for name in Self.limits {
            guard let value = schema[name] else { continue }
            let text = value.numberText ?? value.string ?? value.bool.map { "\($0)" } ?? "[]"
            words.append("\(name)=\(text)")
        }
        if let pattern = schema["pattern"]?.string { words.append("/\(Self.patterns[pattern] ?? pattern)/") }
        if let values = schema["enum"]?.sequence {
            words.append("{\(values.compactMap(\.string).joined(separator: " "))}")
        }
        return ([kind] + words.sorted()).joined(separator: " ")
    }
}
