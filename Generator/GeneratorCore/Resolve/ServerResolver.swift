import YAMLReader

/// Sorts the addresses of a document by host and environment.
struct ServerResolver {

    private let diagnostics: DiagnosticCollector
    /// Name of the role of each list of addresses that was met.
    private var roles: [[String]: Identifier] = [:]
    private(set) var order: [Identifier] = []
    private var addresses: [(role: Identifier, environment: Identifier, entry: ServerEntry)] = []

    private let options: ModuleOptions

    init(_ document: Document, _ diagnostics: DiagnosticCollector, _ options: ModuleOptions) {
        self.diagnostics = diagnostics
        self.options = options
        _ = role(document.servers, isMain: true)
    }

    /// The role of an operation's addresses; `nil` for the main one.
    mutating func role(_ servers: [ServerEntry]) -> Identifier? {
        guard !servers.isEmpty else { return nil }
        let role = role(servers, isMain: false)
        return role == order.first ? nil : role
    }

    private mutating func role(_ servers: [ServerEntry], isMain: Bool) -> Identifier {
        if let known = roles[servers.map(\.url)],
            known == named(servers).map({ free($0, isMain: known == order.first) }) ?? known
        {
            return known
        }
        let plain = free(named(servers) ?? (isMain ? "main" : hostName(servers)), isMain: isMain)
        // The roles of all documents of a module are names in one place; the first one of each is not among them.
        let name = isMain ? plain : options.prefixed(member: plain)
        roles[servers.map(\.url)] = name
        guard !order.contains(name) else { return name }
        order.append(name)
        for (index, entry) in servers.enumerated() {
            guard entry.url.contains("://") || entry.url.hasPrefix("{") else {
                if entry.url != "/" {
                    diagnostics.warning(
                        "relative-server",
                        "The server address '\(entry.url)' is relative, so callers have to give the whole one",
                        at: entry.range
                    )
                }
                continue
            }
            addresses.append((name, environment(entry, index), entry))
        }
        return name
    }

    /// A name beside those that the type of the servers has for itself; the first host is always the main one.
    private func free(_ name: Identifier, isMain: Bool) -> Identifier {
        let isTaken = ["addresses", "base"].contains(name) || name == "main" && !isMain
        return isTaken ? name.appending("Host") : name
    }

    private func named(_ servers: [ServerEntry]) -> Identifier? {
        servers.lazy.compactMap(\.role).first.map(SwiftName.member)
    }

    /// The first label of the host: `uploads` for `https://uploads.example.com`.
    private func hostName(_ servers: [ServerEntry]) -> Identifier {
        let host = servers[0].url.split(separator: "/", omittingEmptySubsequences: true).dropFirst().first ?? "other"
        let name = SwiftName.member(String(host.prefix { $0 != "." && $0 != ":" }))
        return order.contains(name) ? SwiftName.member(String(host)) : name
    }

    private func environment(_ entry: ServerEntry, _ index: Int) -> Identifier {
        if let name = entry.environment {
            return SwiftName.member(name)
        }
        let words = (entry.description ?? "").lowercased()
        let known = ["production", "staging", "sandbox", "development", "test", "local"].first { words.contains($0) }
        return known.map(SwiftName.member) ?? (index == 0 ? "production" : Identifier(sanitizing: "server\(index + 1)"))
    }

    /// All roles and environments.
    func model(typeName: Identifier) -> ServerSetModel {
        var names: [Identifier] = []
        for address in addresses where !names.contains(address.environment) {
            names.append(address.environment)
        }
        let environments = names.compactMap { name -> ServerSetModel.Environment? in
            let own = order.compactMap { role in addresses.first { $0.role == role && $0.environment == name } }
            for role in order where !own.contains(where: { $0.role == role }) {
                reportMissing(role, name)
            }
            guard own.count == order.count else { return nil }
            return ServerSetModel.Environment(
                name: name,
                addresses: own.map {
                    .init(role: $0.role, url: PathText($0.entry.url), variables: $0.entry.variables)
                },
                documentation: Documentation(summary: own[0].entry.description)
            )
        }
        return ServerSetModel(typeName: typeName, roles: order, environments: environments)
    }

    private func reportMissing(_ role: Identifier, _ environment: Identifier) {
        guard let entry = addresses.first(where: { $0.environment == environment })?.entry else { return }
        diagnostics.warning(
            "incomplete-environment",
            "The environment '\(environment.text)' is left out, because the host '\(role.text)' has no address in it",
            hint: "Add one with 'x-server: { role: \(role.text), environment: \(environment.text) }'",
            at: entry.range
        )
    }
}
