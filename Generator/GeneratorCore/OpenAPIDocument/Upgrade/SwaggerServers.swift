import YAMLReader

/// Upgrades `host`, `basePath` and `schemes` to servers.
struct SwaggerServers {

    private let root: Mapping

    init(_ root: Mapping) {
        self.root = root
    }

    /// Returns the entry `servers`; `nil` if the document names neither a host nor a base path.
    func entry(at range: SourceRange) -> Mapping.Entry? {
        let source = root.entry("host") ?? root.entry("basePath") ?? root.entry("schemes")
        guard let source else { return nil }
        let urls = urls(schemes(in: root))
        guard !urls.isEmpty else { return nil }
        let servers = urls.map { url in
            Node(.mapping(Mapping([.made("url", .string(url), at: source.value.range)])), range: source.value.range)
        }
        return .made("servers", .sequence(servers), at: source.key.range)
    }

    /// Returns the entry `servers` of an operation whose schemes exclude the preferred one of the document; `nil` for any
    /// other operation.
    ///
    /// The entry has a server for each of the document, which is the same host.
    func entry(of operation: Mapping) -> Mapping.Entry? {
        guard let schemes = operation.entry("schemes"), root["host"] != nil else { return nil }
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
        var path = root["basePath"]?.string?.trimmed ?? ""
        while path.hasSuffix("/") {
            path.removeLast()
        }
        if !path.isEmpty, !path.hasPrefix("/") {
            path = "/" + path
        }
        guard var host = root["host"]?.string?.trimmed, !host.isEmpty else { return path.isEmpty ? [] : [path] }
        if let mark = host.firstRange(of: "://") {
            host = String(host[mark.upperBound...])
        }
        while host.hasSuffix("/") {
            host.removeLast()
        }
        // Some documents repeat the base path in the host.
        let isRepeated = !path.isEmpty && host.hasSuffix(path)
        return schemes.map { "\($0)://\(host)\(isRepeated ? "" : path)" }
    }
}
