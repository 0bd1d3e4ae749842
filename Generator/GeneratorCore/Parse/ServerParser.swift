import YAMLReader

/// Reads Server Objects.
struct ServerParser {

    let context: ParseContext

    private static let keys = KeySet(
        ["url", "description", "variables", "name"],
        extensions: [.server, .evidence]
    )
    private static let variableKeys = KeySet(["enum", "default", "description"])
    private static let extensionKeys = KeySet(["role", "environment"], isExtension: true)

    /// The servers listed in an object, in the document's order.
    func servers(_ object: SpecObject) -> [ServerEntry] {
        object.list("servers").compactMap(server)
    }

    private func server(_ element: Element) -> ServerEntry? {
        guard let object = SpecObject(element, "a server", keys: Self.keys, in: context) else { return nil }
        object.require("url", "A server")
        guard let url = object.string("url") else { return nil }
        let variables = object.entries("variables").compactMap { variable($0.key, $0.element) }
        checkVariables(url, variables, object)
        let name = object.element("x-server").flatMap {
            SpecObject($0, "x-server", keys: Self.extensionKeys, in: context)
        }
        _ = object.word("x-evidence", Evidence.self)
        return ServerEntry(
            url: url,
            description: object.string("description"),
            variables: variables,
            role: name?.string("role"),
            environment: name?.string("environment"),
            range: object.mapping["url"]?.range ?? object.range
        )
    }

    private func variable(_ key: Mapping.Key, _ element: Element) -> ServerEntry.Variable? {
        guard let object = SpecObject(element, "a server variable", keys: Self.variableKeys, in: context) else {
            return nil
        }
        let text = object.mapping["default"].flatMap { $0.string ?? $0.numberText }
        if text == nil {
            context.diagnostics.error(
                "missing-key",
                "The server variable '\(key.text)' needs a 'default'",
                hint: "Write the value that applies when nobody chooses one",
                at: key.range
            )
        }
        return ServerEntry.Variable(
            name: key.text,
            defaultValue: text ?? "",
            values: object.list("enum").compactMap { $0.node.string ?? $0.node.numberText },
            description: object.string("description")
        )
    }

    private func checkVariables(_ url: String, _ variables: [ServerEntry.Variable], _ object: SpecObject) {
        for name in PathText(url).names where !variables.contains(where: { $0.name == name }) {
            context.diagnostics.error(
                "undeclared-variable",
                "The server address uses '{\(name)}', which 'variables' does not declare",
                hint: "Declare it under 'variables' with a 'default'",
                at: object.mapping["url"]?.range ?? object.range
            )
        }
    }
}

/// A text with names in braces, such as a path or a server address.
struct PathText {

    /// A stretch of the text.
    enum Part: Hashable {
        case text(String)
        case name(String)
    }

    let parts: [Part]

    /// Splits a text; a brace without its partner is kept as text.
    init(_ text: String) {
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            if open > rest.startIndex {
                parts.append(.text(String(rest[..<open])))
            }
            parts.append(.name(String(rest[rest.index(after: open)..<close])))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty {
            parts.append(.text(String(rest)))
        }
        self.parts = parts
    }

    /// A text of a path as it may stand in a URL; what is encoded already stays.
    static func encoded(_ text: String) -> String {
        text.utf8.reduce(into: "") { result, byte in
            let isLetterOrDigit =
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            if isLetterOrDigit || "-._~!$&'()*+,;=:@/%?".utf8.contains(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                result += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
    }

    /// The names in their order.
    var names: [String] {
        parts.compactMap { if case .name(let name) = $0 { name } else { nil } }
    }
}
