import YAMLReader

/// Upgrades `host`, `basePath`, `schemes` and `x-ms-parameterized-host` to servers.
struct SwaggerServers {

    /// The extension of a host with parameters.
    private static let template = "x-ms-parameterized-host"

    private let root: Mapping
    private let lookUp: (_ text: String, _ range: SourceRange) -> Node?

    /// Creates an upgrade.
    ///
    /// - Parameters:
    ///   - root: The root of the document.
    ///   - lookUp: Returns the value that a reference of the document names; `nil` if there is none.
    init(_ root: Mapping, lookUp: @escaping (_ text: String, _ range: SourceRange) -> Node?) {
        self.root = root
        self.lookUp = lookUp
    }

    /// Returns the entry `servers`; `nil` if the document names neither a host nor a base path.
    func entry(at range: SourceRange) -> Mapping.Entry? {
        if let template = root.entry(Self.template), let servers = templated(template) {
            return servers
        }
        let source = root.entry("host") ?? root.entry("basePath") ?? root.entry("schemes")
        guard let source else { return nil }
        let urls = urls(schemes(in: root))
        guard !urls.isEmpty else { return nil }
        let servers = urls.map { url in
            Node(.mapping(Mapping([.made("url", .string(url), at: source.value.range)])), range: source.value.range)
        }
        return .made("servers", .sequence(servers), at: source.key.range)
    }

    /// Returns the entry `servers` for `x-ms-parameterized-host`, whose parameters become variables; `nil` if it has no
    /// template.
    ///
    /// A parameter without a default has an empty one, because its value is the host.
    private func templated(_ entry: Mapping.Entry) -> Mapping.Entry? {
        guard let object = entry.value.mapping, let host = object["hostTemplate"]?.string?.trimmed, !host.isEmpty else {
            return nil
        }
        let range = entry.value.range
        let hasScheme = object["useSchemePrefix"]?.bool ?? true
        let variables = (object["parameters"]?.sequence ?? []).compactMap(variable)
        let urls = hasScheme && !host.contains("://") ? urls(schemes(in: root), host) : urls([], host)
        let servers = urls.map { url in
            var members: [Mapping.Entry] = [.made("url", .string(url), at: range)]
            if !variables.isEmpty {
                members.append(.made("variables", .mapping(Mapping(variables)), at: range))
            }
            return Node(.mapping(Mapping(members)), range: range)
        }
        return .made("servers", .sequence(servers), at: entry.key.range)
    }

    /// Returns the server variable of a parameter of the host.
    private func variable(_ node: Node) -> Mapping.Entry? {
        let parameter = node["$ref"]?.string.flatMap { lookUp($0, node.range) } ?? node
        guard let object = parameter.mapping, let name = object["name"]?.string else { return nil }
        // That of another file is already upgraded.
        let schema = object["schema"]?.mapping ?? object
        var members = [schema.entry("enum"), schema.entry("default"), object.entry("description")].compactMap { $0 }
        if !schema.contains("default") {
            let first = schema["enum"]?.sequence?.first
            members.append(.made("default", first?.value ?? .string(""), at: node.range))
        }
        return .made(name, .mapping(Mapping(members)), at: node.range)
    }

    /// Returns the entry `servers` of an operation whose schemes exclude the preferred one of the document; `nil` for any
    /// other operation.
    ///
    /// The entry has a server for each of the document, which is the same host.
    func entry(of operation: Mapping) -> Mapping.Entry? {
        guard let schemes = operation.entry("schemes"), root["host"] != nil, !root.contains(Self.template) else {
            return nil
        }
        let own = self.schemes(in: operation)
        let shared = self.schemes(in: root)
        guard let first = own.first, first != shared.first else { return nil }
        let servers = urls(shared.map { own.contains($0) ? $0 : first }).map { url in
            Node(.mapping(Mapping([.made("url", .string(url), at: schemes.value.range)])), range: schemes.value.range)
        }
        return servers.isEmpty ? nil : .made("servers", .sequence(servers), at: schemes.key.range)
    }

    /// Returns the schemes in the order of preference, HTTPS first.
    private func schemes(in mapping: Mapping) -> [String] {
        let listed = MediaTypeNames.listed("schemes", in: mapping)?.map { $0.text.lowercased() } ?? []
        let known = ["https", "http"].filter(listed.contains)
        return known.isEmpty ? ["https"] : known
    }

    private func urls(_ schemes: [String]) -> [String] {
        urls(schemes, root["host"]?.string?.trimmed ?? "")
    }

    /// Returns the URLs of a host for schemes; without schemes, the URL that the host itself begins.
    private func urls(_ schemes: [String], _ hostText: String) -> [String] {
        var path = root["basePath"]?.string?.trimmed ?? ""
        while path.hasSuffix("/") {
            path.removeLast()
        }
        if !path.isEmpty, !path.hasPrefix("/") {
            path = "/" + path
        }
        var host = hostText
        guard !host.isEmpty else { return path.isEmpty ? [] : [path] }
        if !schemes.isEmpty, let mark = host.firstRange(of: "://") {
            host = String(host[mark.upperBound...])
        }
        while host.hasSuffix("/") {
            host.removeLast()
        }
        // Some documents repeat the base path in the host.
        let isRepeated = !path.isEmpty && host.hasSuffix(path)
        let address = isRepeated ? host : host + path
        return schemes.isEmpty ? [address] : schemes.map { "\($0)://\(address)" }
    }
}
