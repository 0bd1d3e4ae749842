import YAMLReader

/// A kind of document that is not OpenAPI, with the advice for it.
struct OtherDocument: Sendable {

    /// The kind in messages: `an overlay`.
    private let what: String
    private let advice: String
    /// A key at the root of such documents.
    private let key: String
    private let matches: @Sendable (Mapping) -> Bool

    private init(
        _ key: String,
        _ what: String,
        _ advice: String,
        _ matches: @escaping @Sendable (Mapping) -> Bool = { _ in true }
    ) {
        self.key = key
        self.what = what
        self.advice = advice
        self.matches = matches
    }

    private static let convert = "Convert it to OpenAPI 2.0 or 3.x"
    private static let replace = "Name a document of OpenAPI 2.0 or 3.x"
    private static let embed = "Put it under 'components.schemas' of a document of OpenAPI 3.x"

    private static let kinds = [
        OtherDocument("asyncapi", "an AsyncAPI document", replace),
        OtherDocument("openrpc", "an OpenRPC document", replace),
        OtherDocument("arazzo", "an Arazzo document", "Name the OpenAPI document under its 'sourceDescriptions'"),
        OtherDocument("overlay", "an overlay", "Name the document that it changes, and this file with --overlay"),
        OtherDocument("swaggerVersion", "a document of Swagger 1.x", convert),
        OtherDocument("item", "a Postman collection", convert) { root in
            let info = root["info"]
            return info?["_postman_id"] != nil || info?["schema"]?.string?.contains("getpostman.com") == true
        },
        OtherDocument("modules", "a configuration of specwright", "Name it with --config") { root in
            root["modules"]?.sequence != nil && root["info"] == nil
        },
        OtherDocument("$schema", "a JSON Schema", embed) { root in
            root["$schema"]?.string?.contains("json-schema.org") == true && isBare(root)
        },
        OtherDocument("properties", "a JSON Schema", embed, isBare),
        OtherDocument("$defs", "a JSON Schema", embed, isBare),
    ]

    /// The first words of types in GraphQL.
    private static let graphWords: Set<Substring> = [
        "type", "schema", "interface", "input", "enum", "union", "scalar", "directive", "extend",
    ]

    /// Reports a document of another kind, which its root keys show; returns whether it is one.
    static func report(_ root: Mapping, at range: SourceRange, _ diagnostics: DiagnosticCollector) -> Bool {
        guard let kind = kind(of: root) else { return false }
        kind.report(at: root.entry(kind.key)?.key.range ?? range, diagnostics)
        return true
    }

    /// Reports a document of another kind, which its text shows.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - file: The number of the file.
    ///   - diagnostics: Collects the error.
    /// - Returns: Whether it is one.
    static func report(_ bytes: [UInt8], file: Int, _ diagnostics: DiagnosticCollector) -> Bool {
        guard let kind = kind(of: bytes) else { return false }
        kind.report(at: SourceRange(start: .start, end: .start, file: file), diagnostics)
        return true
    }

    /// Whether the root keys are those of another kind of document.
    static func contains(_ root: Mapping) -> Bool {
        kind(of: root) != nil
    }

    private func report(at range: SourceRange, _ diagnostics: DiagnosticCollector) {
        diagnostics.error("not-openapi", "This is \(what) and not an OpenAPI document", hint: advice, at: range)
    }

    private static func kind(of root: Mapping) -> OtherDocument? {
        kinds.first { root.contains($0.key) && $0.matches(root) }
    }

    /// Returns the kind of a text that is not YAML, or is YAML only by chance.
    private static func kind(of bytes: [UInt8]) -> OtherDocument? {
        let start = String(decoding: bytes.prefix(2_000), as: UTF8.self)
        guard !start.hasPrefix("#%RAML") else { return OtherDocument("", "a RAML document", convert) }
        let lines = start.split(whereSeparator: \.isNewline)
        guard let line = lines.first(where: { !$0.hasPrefix("#") && !$0.hasPrefix("\"") }) else { return nil }
        let head = line.prefix { !"{=(@".contains($0) }
        let words = line.split(separator: " ")
        guard words.count > 1, graphWords.contains(words[0]), !head.contains(":") else { return nil }
        return OtherDocument("", "a schema of GraphQL", replace)
    }

    /// Whether a document has none of the keys that OpenAPI requires.
    @Sendable
    private static func isBare(_ root: Mapping) -> Bool {
        !["info", "paths", "components"].contains { root.contains($0) }
    }
}
