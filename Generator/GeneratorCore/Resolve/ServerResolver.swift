import YAMLReader

/// Groups the servers of a document by host and environment.
struct ServerResolver {

    private let diagnostics: DiagnosticCollector
    /// The name of the role of each list of servers.
    private var roles: [[String]: Identifier] = [:]
    /// The first list of servers that states each role.
    private let stated: [Identifier: [String]]
    private(set) var order: [Identifier] = []
    private var addresses: [(role: Identifier, environment: Identifier, entry: ServerEntry)] = []

    private let options: ModuleOptions

    /// The names that descriptions of servers give the environments.
    private let environmentNames: EnvironmentNames

    init(_ document: Document, _ diagnostics: DiagnosticCollector, _ options: ModuleOptions) {
        self.diagnostics = diagnostics
        self.options = options
        environmentNames = EnvironmentNames(document)
        stated = Self.stated(document, options)
        if let servers = Self.onlyOwn(document) {
            let isAlone = document.operations.allSatisfy { $0.servers.map(\.identity) == servers.map(\.identity) }
            _ = role(servers, isMain: true, name: isAlone ? "main" : hostName(servers))
        } else {
            _ = role(document.servers, isMain: true)
        }
    }

    /// Returns the servers of the first operation if every operation declares absolute servers and the document
    /// declares none.
    private static func onlyOwn(_ document: Document) -> [ServerEntry]? {
        guard document.servers.isEmpty, let first = document.operations.first else { return nil }
        let areWhole = document.operations.allSatisfy { operation in
            !operation.servers.isEmpty && operation.servers.allSatisfy { $0.url.contains("://") }
        }
        return areWhole ? first.servers : nil
    }

    /// Returns the first list of servers that states each role.
    private static func stated(_ document: Document, _ options: ModuleOptions) -> [Identifier: [String]] {
        let lists = [document.servers] + document.operations.map(\.servers)
        let stated = lists.compactMap { servers in
            named(servers).map { (options.prefixed(member: $0), servers.map(\.identity)) }
        }
        return Dictionary(stated) { first, _ in first }
    }

    /// Returns the role of an operation's servers; `nil` for the main role.
    mutating func role(_ servers: [ServerEntry]) -> Identifier? {
        guard !servers.isEmpty else { return nil }
        let role = role(servers, isMain: false)
        return role == order.first ? nil : role
    }

    private mutating func role(_ servers: [ServerEntry], isMain: Bool, name: Identifier = "main") -> Identifier {
        if let known = roles[servers.map(\.identity)],
            known == Self.named(servers).map({ free($0, isMain: known == order.first) }) ?? known
        {
            return known
        }
        let own = Self.named(servers)
        let plain = free(own ?? (isMain ? name : hostName(servers)), isMain: isMain)
        // The roles of all documents of a module share one scope, except for the main role of each document.
        let wanted = isMain ? plain : options.prefixed(member: plain)
        // Servers with an explicit role share it; a name that is only derived is not that of other servers.
        let name = own == nil ? wanted.free { isTaken($0, besides: servers) } : wanted
        roles[servers.map(\.identity)] = name
        guard !order.contains(name) else {
            addFurther(servers, name)
            return name
        }
        order.append(name)
        addAddresses(servers, name)
        return name
    }

    /// Whether other servers have or state a role.
    private func isTaken(_ role: Identifier, besides servers: [ServerEntry]) -> Bool {
        order.contains(role) || stated[role].map { $0 != servers.map(\.identity) } ?? false
    }

    private mutating func addAddresses(_ servers: [ServerEntry], _ role: Identifier) {
        let stated = Set(servers.compactMap { $0.environment.map(SwiftName.member) })
        let own = servers.lazy.compactMap(\.role).first
        for (index, entry) in servers.enumerated() {
            // A list of all servers also has those of other roles, whose environments have the same names.
            guard entry.role == nil || entry.role == own else {
                addresses.append((role, environment(entry, index, among: servers), entry))
                continue
            }
            guard URLReference(entry.url).isAbsolute else {
                addRelative(entry, role)
                continue
            }
            guard let text = entry.environment else {
                add(role, environment(entry, index, among: servers).free(where: stated.contains), entry)
                continue
            }
            let wanted = SwiftName.member(text)
            let name = add(role, wanted, entry)
            guard name != wanted else { continue }
            diagnostics.warning(
                "name-clash",
                "The environment of this server is named '\(name.text)', because the name '\(wanted.text)' is already "
                    + "used",
                hint: "Give each server another 'name', or another 'environment' in 'x-server'",
                at: entry.range
            )
        }
    }

    /// Adds the addresses of another list of servers with a role, and reports those that differ in an environment.
    private mutating func addFurther(_ servers: [ServerEntry], _ role: Identifier) {
        let own = servers.lazy.compactMap(\.role).first
        for (index, entry) in servers.enumerated() where entry.role == nil || entry.role == own {
            let environment = environment(entry, index, among: servers)
            let known = addresses.filter { $0.role == role }
            guard !known.contains(where: { $0.entry.identity == entry.identity }) else { continue }
            guard let other = known.first(where: { $0.environment == environment }) else {
                guard URLReference(entry.url).isAbsolute else { continue }
                add(role, environment, entry)
                continue
            }
            diagnostics.warning(
                "repeated-role",
                "Calls to this server are sent to '\(other.entry.url)', because other servers have the role "
                    + "'\(own ?? role.text)' in the environment '\(environment.text)'",
                hint: "Give each list of servers another 'role' in 'x-server'",
                at: entry.range
            )
        }
    }

    /// Adds an address.
    ///
    /// - Returns: The name of its environment, with a number if another address of the role has that name.
    @discardableResult
    private mutating func add(_ role: Identifier, _ wanted: Identifier, _ entry: ServerEntry) -> Identifier {
        let known = Set(addresses.filter { $0.role == role }.map(\.environment))
        let name = wanted.free(where: known.contains)
        addresses.append((role, name, entry))
        return name
    }

    /// Adds the addresses of a server with a relative URL: one for each environment of the main host.
    private mutating func addRelative(_ entry: ServerEntry, _ role: Identifier) {
        let bases = role == order.first ? [] : addresses.filter { $0.role == order.first }
        let resolved = bases.compactMap { base in
            entry.resolved(against: base.entry).map { (environment: base.environment, entry: $0) }
        }
        for address in resolved { add(role, address.environment, address.entry) }
        guard !resolved.isEmpty || entry.url != "/" else { return }
        diagnostics.warning(
            "relative-server",
            resolved.isEmpty
                ? "The server URL '\(entry.url)' is relative, so callers must provide an absolute URL"
                : "The server URL '\(entry.url)' is relative, so it is resolved against the document's servers",
            hint: resolved.isEmpty ? nil : "Write the whole URL, such as '\(resolved[0].entry.url)'",
            at: entry.range
        )
    }

    /// Returns a name that is not a member of the server type; the name of the first host is always `main`.
    private func free(_ name: Identifier, isMain: Bool) -> Identifier {
        let isTaken = ["addresses", "base"].contains(name) || name == "main" && !isMain
        return isTaken ? name.appending("Host") : name
    }

    private static func named(_ servers: [ServerEntry]) -> Identifier? {
        servers.lazy.compactMap(\.role).first.map(SwiftName.member)
    }

    /// Returns a name from the host: `uploads` for `https://uploads.example.com` and for
    /// `https://{region}.uploads.example.com`.
    private func hostName(_ servers: [ServerEntry]) -> Identifier {
        let entry = servers[0]
        let url = entry.url.contains("://") ? entry.url : filled(entry.url, entry)
        let host = url.split(separator: "/").dropFirst().first?.prefix { $0 != ":" } ?? "other"
        let labels = host.split(separator: ".")
        let fixed = labels.first == labels.first { !$0.hasPrefix("{") } ? labels.first : nil
        let telling = fixed ?? labels.dropLast(2).first { !$0.hasPrefix("{") }
        // The default of a variable is a better name than the variable.
        let other = filled(labels.first.map(String.init) ?? "other", entry)
        let text = telling.map(String.init) ?? (labels.count > 1 ? other : String(other.prefix { $0 != "." }))
        let name = SwiftName.member(text.isEmpty ? "other" : text)
        return order.contains(name) ? SwiftName.member(filled(String(host), entry)) : name
    }

    /// Returns a string with the defaults of a server's variables.
    private func filled(_ text: String, _ entry: ServerEntry) -> String {
        URLTemplate(text).parts.map { part in
            switch part {
            case .text(let text): text
            case .name(let name): entry.variables.first { $0.name == name }?.defaultValue ?? name
            }
        }.joined()
    }

    /// Returns the environment that a server states or that its description or its host names.
    ///
    /// The first one of a further list without such a name has the first environment of the document, unless another server
    /// of the list states that one, whatever its host: the hosts of one environment may have different names.
    private func environment(_ entry: ServerEntry, _ index: Int, among servers: [ServerEntry]) -> Identifier {
        if let name = entry.environment { return SwiftName.member(name) }
        if let name = environmentNames.name(of: entry, at: index) { return name }
        if index > 0 || addresses.isEmpty,
            let name = EnvironmentNames.name(ofHostIn: entry.url, isOnly: servers.count == 1)
        {
            return name
        }
        guard index == 0 else { return Identifier(sanitizing: "server\(index + 1)") }
        let first = addresses.first { $0.role == order.first }?.environment
        let isStated = servers.contains { $0.environment.map(SwiftName.member) == first }
        return isStated ? "production" : first ?? "production"
    }

    /// Returns the model of all roles and environments.
    func model(typeName: Identifier) -> ServerSetModel {
        var names: [Identifier] = []
        for address in addresses where !names.contains(address.environment) {
            names.append(address.environment)
        }
        let environments = names.compactMap { name -> ServerSetModel.Environment? in
            let own = order.compactMap { role in addresses.first { $0.role == role && $0.environment == name } }
            let isKept = own.first?.role == order.first
            for role in order where !own.contains(where: { $0.role == role }) {
                reportMissing(role, name, isKept: isKept)
            }
            guard isKept else { return nil }
            return ServerSetModel.Environment(
                name: name,
                addresses: own.map {
                    .init(role: $0.role, url: URLTemplate($0.entry.url), variables: $0.entry.variables)
                },
                documentation: Documentation(summary: own[0].entry.description)
            )
        }
        return ServerSetModel(typeName: typeName, roles: order, environments: environments)
    }

    private func reportMissing(_ role: Identifier, _ environment: Identifier, isKept: Bool) {
        guard isKept || role == order.first,
            let entry = addresses.first(where: { $0.environment == environment })?.entry
        else { return }
        diagnostics.warning(
            "incomplete-environment",
            "The environment '\(environment.text)' "
                + (isKept
                    ? "has no URL for the host '\(role.text)', so calls to it fail"
                    : "is left out, because it has no URL for the host '\(role.text)'"),
            hint: "Add a server with 'x-server: { role: \(role.text), environment: \(environment.text) }'"
                + (isKept ? ", or set '\(role.text)' in the app" : ""),
            at: entry.range
        )
    }
}

extension ServerEntry {

    /// The URL with the defaults of its variables.
    ///
    /// Two templates that differ only in their defaults are different hosts.
    fileprivate var identity: String {
        URLTemplate(url).parts.map { part in
            switch part {
            case .text(let text): text
            case .name(let name): "{\(name)=\(variables.first { $0.name == name }?.defaultValue ?? "")}"
            }
        }.joined()
    }

    /// Returns the server with its relative URL resolved against that of another one; `nil` without a scheme or host.
    fileprivate func resolved(against base: ServerEntry) -> ServerEntry? {
        guard let url = URLReference(url).resolved(against: URLReference(base.url)) else { return nil }
        let names = URLTemplate(url).names
        let others = base.variables.filter { known in !variables.contains { $0.name == known.name } }
        return ServerEntry(
            url: url,
            description: description ?? base.description,
            variables: (variables + others).filter { names.contains($0.name) },
            role: role,
            environment: base.environment,
            range: range
        )
    }
}
