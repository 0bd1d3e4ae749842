import YAMLReader

/// Derives the names of environments from the descriptions and the hosts of servers.
struct EnvironmentNames {

    /// The names at the positions of a list of servers; empty if two lists have different ones.
    ///
    /// Servers of different hosts belong together if their environments have the same name.
    private let names: [String?]

    init(_ document: Document) {
        let title = Set(Self.words(of: document.title))
        var known: Set<[String]> = []
        let lists = ([document.servers] + document.operations.map(\.servers)).filter { servers in
            servers.count > 1 && known.insert(servers.map(\.url)).inserted
        }
        let names = lists.map { Self.names(of: $0, besides: title) }
        self.names = names.dropFirst().allSatisfy { $0 == names.first } ? names.first ?? [] : []
    }

    /// Returns the name that a server's description contains; `nil` for none.
    func name(of entry: ServerEntry, at index: Int) -> Identifier? {
        let words = Self.words(of: entry.description ?? "")
        if let usual = Self.usual.first(where: { !$0.words.isDisjoint(with: words) }) { return usual.name }
        guard index > 0, names.indices.contains(index) else { return nil }
        return names[index].map { SwiftName.member($0) }
    }

    /// Returns the name that a server's host contains, as `staging` in `https://api.staging.example.com`; `nil` for none.
    ///
    /// The only server of a list is that of production, unless it is local.
    static func name(ofHostIn url: String, isOnly: Bool) -> Identifier? {
        let authority = url.split(separator: "/").dropFirst().first?.split(separator: "@").last ?? ""
        if authority.hasPrefix("[::1]") { return "local" }
        let host = authority.prefix { $0 != ":" }.lowercased()
        if host == "localhost" || host.hasSuffix(".localhost") || host.hasPrefix("127.") { return "local" }
        // The last two labels are the name of the vendor, and variables may have any value.
        let labels = isOnly ? [] : host.split(separator: ".").dropLast(2).filter { !$0.contains("{") }
        let words = labels.flatMap { $0.split { !$0.isLetter } }
        return usual.first { !($0.words.union($0.labels)).isDisjoint(with: words) }?.name
    }

    /// Returns the words of each description that no other server has, such as `live` of "PayPal Live Environment";
    /// `nil` for none, for many, and in sentences.
    private static func names(of servers: [ServerEntry], besides title: Set<Substring>) -> [String?] {
        let words = servers.map { Self.words(of: $0.description ?? "") }
        var counts: [Substring: Int] = [:]
        for word in words.flatMap(Set.init) { counts[word, default: 0] += 1 }
        return words.map { words in
            let own = words.filter { counts[$0] == 1 && !plain.contains($0) && !title.contains($0) }
            guard words.count < 8, (1...2).contains(own.count), own.allSatisfy({ $0.count > 1 && !$0.contains("'") })
            else { return nil }
            return own.joined(separator: " ")
        }
    }

    private static func words(of text: String) -> [Substring] {
        text.lowercased().replacing("’", with: "'").split { !$0.isLetter && $0 != "'" }
    }

    /// The usual environments, with the words of descriptions that tell them, and further labels of hosts.
    private static let usual: [(name: Identifier, words: Set<Substring>, labels: Set<Substring>)] = [
        ("production", ["production"], ["prod"]), ("staging", ["staging"], ["stage"]), ("sandbox", ["sandbox"], []),
        ("development", ["development"], ["dev"]), ("test", ["test", "tests", "testing"], []),
        ("local", ["local", "locally", "localhost"], []),
    ]

    /// Words that describe any server.
    private static let plain = Set(
        """
        a an and any api apis base default deprecated do endpoint env environment for gateway host http https in inferred \
        instance is latest main new not of old on only or our private public rest server servers service system that \
        the this to url use uses using version with your
        """.split(whereSeparator: \.isWhitespace)
    )
}
