import YAMLReader

/// Writes a schema of the spec in the notation of the tables, so that the two can be compared as texts.
///
/// `string /id/ maxLength=75` is a text with a pattern and a limit, `=Status` a schema by name, `[date] maxItems=20` a
/// list, `date?` may be null, `{a b}` lists values.
struct SpecText {
    let spec: SpecDocument

    /// Names of the patterns, which the documentation and the spec escape differently.
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

    /// The text of a schema in the form that the documentation has for it.
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

    /// Format or type; amounts are exact decimals in the spec and numbers in the documentation.
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
