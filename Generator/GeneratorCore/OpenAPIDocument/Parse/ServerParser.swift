import Foundation
import YAMLReader

/// Parses Server Objects.
struct ServerParser {

    let context: ParseContext

    private static let keys = KeySet(
        ["url", "description", "variables", "name"],
        extensions: [.server, .evidence]
    )
    private static let variableKeys = KeySet(["enum", "default", "description"])
    private static let extensionKeys = KeySet(["role", "environment"], isExtension: true)

    /// Returns the servers of an object in document order, except for those that ``encryptedFirst(_:)`` moves.
    func servers(_ object: SpecObject) -> [ServerEntry] {
        encryptedFirst(object.list("servers").compactMap(server))
    }

    /// Returns the servers with an `https` server before the same one with `http`, because the first one is the default.
    ///
    /// They are the same if only their schemes and descriptions differ. One that is called production keeps its place.
    private func encryptedFirst(_ servers: [ServerEntry]) -> [ServerEntry] {
        var servers = servers
        for index in servers.indices {
            let plain = servers[index]
            guard plain.description?.lowercased().contains("production") != true,
                let twin = servers[index...].firstIndex(where: { Self.isEncrypted($0, of: plain) })
            else { continue }
            context.diagnostics.warning(
                "bad-server",
                "This server is also documented with 'https', so that one comes before it",
                hint: "List the server with 'https' first",
                at: plain.range
            )
            servers.swapAt(index, twin)
        }
        return servers
    }

    /// Whether a server with `https` is the same as one with `http`, and neither has a name.
    private static func isEncrypted(_ server: ServerEntry, of plain: ServerEntry) -> Bool {
        guard [server, plain].allSatisfy({ $0.role == nil && $0.environment == nil }) else { return false }
        let (secure, other) = (server.url.lowercased(), plain.url.lowercased())
        guard secure.hasPrefix("https://"), other.hasPrefix("http://") else { return false }
        return server.url.dropFirst(8) == plain.url.dropFirst(7)
            && server.variables.map(\.name) == plain.variables.map(\.name)
            && server.variables.map(\.defaultValue) == plain.variables.map(\.defaultValue)
            && server.variables.map(\.values) == plain.variables.map(\.values)
    }

    /// Parses a server.
    func server(_ element: Element) -> ServerEntry? {
        let element = context.mapping(element, "A server", mainKey: "url")
        guard let object = SpecObject(element, "a server", keys: Self.keys, in: context) else { return nil }
        object.require("url", "A server")
        guard let text = object.string("url") else { return nil }
        let url = withScheme(withPlainVariables(withoutSpaces(text, object), object), object)
        let variables = object.entries("variables").compactMap { entry in
            variable(entry.key, entry.element, in: url).map { withoutSlash($0, in: url, entry.key) }
        }
        let undeclared = undeclared(url, variables, object)
        checkAddress(url, object)
        let name = object.element("x-server").flatMap {
            SpecObject($0, "x-server", keys: Self.extensionKeys, in: context)
        }
        _ = object.word("x-evidence", Evidence.self)
        return ServerEntry(
            url: url,
            description: object.string("description"),
            variables: variables + undeclared,
            role: name?.string("role"),
            environment: name?.string("environment") ?? object.string("name"),
            range: object.mapping["url"]?.range ?? object.range
        )
    }

    /// Returns the URL without spaces around it, which are reported.
    private func withoutSpaces(_ url: String, _ object: SpecObject) -> String {
        guard url.trimmed != url else { return url }
        context.slip(
            "bad-server",
            "The server URL '\(url)' has spaces around it",
            so: "it is read without them",
            hint: "Remove them",
            at: object.mapping["url"]?.range ?? object.range
        )
        return url.trimmed
    }

    /// Returns the URL with `{host}` for the `{{host}}` of Postman and for `${host}`, which are reported.
    private func withPlainVariables(_ url: String, _ object: SpecObject) -> String {
        let plain = url.replacing("{{", with: "{").replacing("}}", with: "}").replacing("${", with: "{")
        guard plain != url else { return url }
        context.slip(
            "bad-server",
            "The server URL '\(url)' has variables that are not in the syntax of OpenAPI",
            so: "it is read as '\(plain)'",
            hint: "Write each variable as '{name}'",
            at: object.mapping["url"]?.range ?? object.range
        )
        return plain
    }

    /// Returns the URL with a scheme if it begins with a host: that of the document's first server with a scheme, or
    /// `https`.
    private func withScheme(_ url: String, _ object: SpecObject) -> String {
        guard URLReference(url).hasHost else { return url }
        let servers = (context.root.node["servers"]?.sequence ?? []).compactMap { $0["url"]?.string }
        let scheme = servers.lazy.compactMap { URLReference($0).scheme }.first ?? "https"
        context.diagnostics.warning(
            "relative-server",
            "The server URL '\(url)' has no scheme, so '\(scheme)' is used",
            hint: "Write '\(scheme):\(url)'",
            at: object.mapping["url"]?.range ?? object.range
        )
        return "\(scheme):\(url)"
    }

    /// Returns a variable whose default does not repeat the slash before it, as it does in exports of gateways.
    private func withoutSlash(_ variable: ServerVariable, in url: String, _ key: Mapping.Key) -> ServerVariable {
        guard variable.defaultValue.hasPrefix("/"), variable.values.isEmpty, url.contains("/{\(variable.name)}") else {
            return variable
        }
        let text = String(variable.defaultValue.drop { $0 == "/" })
        context.slip(
            "bad-value",
            "The default '\(variable.defaultValue)' repeats the '/' of the URL before '{\(variable.name)}'",
            so: "it is read as '\(text)'",
            hint: "Write '\(text)'",
            at: key.range
        )
        return ServerVariable(name: variable.name, defaultValue: text, values: [], description: variable.description)
    }

    private func variable(_ key: Mapping.Key, _ element: Element, in url: String) -> ServerVariable? {
        guard let object = SpecObject(element, "a server variable", keys: Self.variableKeys, in: context) else {
            return nil
        }
        let stated = object.mapping["default"].flatMap { $0.string ?? $0.numberText }
        // A default such as '{host}' or '<your-domain>' is a placeholder, whose characters no address has.
        let text = stated.flatMap { $0.contains(where: "{}<>".contains) ? nil : $0 }
        let values = object.list("enum").compactMap { $0.node.string ?? $0.node.numberText }
        if values.isEmpty, object.has("enum") {
            context.diagnostics.warning(
                "no-effect",
                "The server variable '\(key.text)' lists no values, so it can have any",
                hint: "List its values, or remove 'enum'",
                at: object.keyRange("enum")
            )
        }
        if text == nil {
            context.slip(
                "missing-key",
                stated == nil
                    ? "The server variable '\(key.text)' needs a 'default'"
                    : "The default of the server variable '\(key.text)' is a placeholder",
                so: values.isEmpty ? "each client has to name its value" : "it is '\(values[0])'",
                hint: "Add the value to use when the caller chooses none",
                at: key.range
            )
        }
        if let text, !values.isEmpty, !values.contains(text), let node = object.mapping["default"] {
            context.diagnostics.warning(
                "unfit-default",
                "The default '\(text)' is not among the values of the server variable '\(key.text)'",
                hint: Suggestion.nearest(to: text, among: values).map { "Did you mean '\($0)'?" }
                    ?? "Add it to 'enum', or use one of: \(values.prefix(10).joined(separator: ", "))",
                at: node.range
            )
        }
        return ServerVariable(
            name: key.text,
            defaultValue: text ?? values.first ?? key.text,
            values: values,
            description: object.string("description"),
            isRequired: values.isEmpty && (text ?? "").isEmpty && (text == nil || Self.needsValue(key.text, in: url))
        )
    }

    /// Whether the scheme or a label of the host of a URL is empty if a variable is.
    private static func needsValue(_ name: String, in url: String) -> Bool {
        let parts = URLTemplate(url).parts.map { part in
            switch part {
            case .text(let text): text
            case .name(let other): other == name ? "" : "v"
            }
        }
        let text = parts.joined()
        guard !url.hasPrefix("/") else { return false }
        let mark = text.range(of: "://")
        let host = text[(mark?.upperBound ?? text.startIndex)...].prefix { !"/:".contains($0) }
        return host.split(separator: ".", omittingEmptySubsequences: false).contains("") || text.hasPrefix("://")
    }

    /// Reports the variables in the URL that are not declared, and returns them with their names as defaults; reports
    /// declared variables that the URL does not use.
    private func undeclared(_ url: String, _ variables: [ServerVariable], _ object: SpecObject) -> [ServerVariable] {
        let names = URLTemplate(url).names
        var undeclared: [ServerVariable] = []
        for name in names where !(variables + undeclared).contains(where: { $0.name == name }) {
            // A port is a number.
            let isPort = url.contains(":{\(name)}")
            let standard = isPort ? url.lowercased().hasPrefix("http:") ? "80" : "443" : name
            context.slip(
                "undeclared-variable",
                "The server URL uses '{\(name)}', which 'variables' does not declare",
                so: isPort ? "its default is '\(standard)'" : "each client has to name its value",
                hint: "Declare it under 'variables' with a 'default'",
                at: object.mapping["url"]?.range ?? object.range
            )
            undeclared.append(
                ServerVariable(name: name, defaultValue: standard, values: [], description: nil, isRequired: !isPort)
            )
        }
        for entry in object.entries("variables") where !names.contains(entry.key.text) {
            context.diagnostics.warning(
                "no-effect",
                "The server variable '\(entry.key.text)' is not used in the server URL, so it has no effect",
                hint: Suggestion.nearest(to: entry.key.text, among: names).map { "Did you mean '\($0)'?" }
                    ?? "Use '{\(entry.key.text)}' in the URL, or remove it",
                at: entry.key.range
            )
        }
        return undeclared
    }

    /// Reports an address that is not a URL for any values of its variables.
    private func checkAddress(_ url: String, _ object: SpecObject) {
        let text = URLTemplate(url).parts.map { if case .text(let text) = $0 { text } else { "v" } }.joined()
        guard let reason = Self.fault(text) else { return }
        context.diagnostics.warning(
            "bad-server",
            "The server URL '\(url)' is not valid: \(reason)",
            hint: "Use a URL such as 'https://api.example.com/v1'",
            at: object.mapping["url"]?.range ?? object.range
        )
    }

    private static func fault(_ url: String) -> String? {
        let odd = url.unicodeScalars.first {
            $0.value <= 0x20 || $0.value == 0x7F || "\"<>\\^`{|}".unicodeScalars.contains($0)
        }
        if let odd {
            return "it contains '\(odd)'"
        }
        guard let mark = url.range(of: "://") else { return nil }
        let scheme = url[..<mark.lowerBound].utf8
        let isScheme = scheme.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || "+-.".utf8.contains(byte)
        }
        if scheme.isEmpty || !isScheme {
            return "it has no scheme"
        }
        guard let first = url[mark.upperBound...].first, !"/?#".contains(first) else { return "it has no host" }
        return url.contains { "?#".contains($0) } ? "a query or a fragment has no effect" : nil
    }
}
