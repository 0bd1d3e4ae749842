/// Entries in the order of their last use, limited by a number of bytes.
///
/// The entries form a list linked through a dictionary: each operation on one entry takes constant time, regardless of
/// their number.
struct RecentEntries: Sendable {
    private struct Identity: Hashable {
        let key: CacheKey
        let variant: String
    }

    private struct Node {
        var entry: CacheEntry
        var cost: Int
        var newer: Identity?
        var older: Identity?
    }

    private struct Resource: Hashable {
        let method: String
        let url: String

        init(_ key: CacheKey) {
            self.init(method: key.method, url: key.url)
        }

        init(method: String, url: String) {
            self.method = method
            self.url = url
        }
    }

    /// The limit for all entries in bytes.
    let capacity: Int
    /// The bytes in use.
    private(set) var size = 0
    private var nodes: [Identity: Node] = [:]
    private var variants: [CacheKey: VariantIndex] = [:]
    private var owners: [Resource: Set<String>] = [:]
    private var newest: Identity?
    private var oldest: Identity?

    /// Creates an empty list.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The number of entries.
    var count: Int { nodes.count }

    /// Returns all variants of a resource, which become the most recently used.
    mutating func take(_ key: CacheKey) -> [CacheEntry] {
        (variants[key]?.all.sorted() ?? []).compactMap { take(key, variant: $0) }
    }

    /// Returns one variant of a resource, which becomes the most recently used.
    mutating func take(_ key: CacheKey, variant: String) -> CacheEntry? {
        let identity = Identity(key: key, variant: variant)
        guard var node = nodes[identity] else { return nil }
        if newest != identity {
            detach(node)
            attach(&node, as: identity)
            nodes[identity] = node
        }
        return node.entry
    }

    /// Returns the variants that a language selects, which become the most recently used.
    mutating func take(_ key: CacheKey, language: String) -> [CacheEntry] {
        (variants[key]?.languages[language]?.sorted() ?? []).compactMap { take(key, variant: $0) }
    }

    /// Returns the distinct sets of fields that select the variants of a resource.
    func names(for key: CacheKey) -> [[String]] {
        variants[key].map { Array($0.names.keys) } ?? []
    }

    /// Adds or replaces an entry, then evicts the least recently used ones until all fit.
    mutating func insert(_ entry: CacheEntry) {
        let identity = Identity(key: entry.key, variant: entry.variant)
        unlink(identity)
        let cost = entry.cost
        guard cost <= capacity else { return }
        var node = Node(entry: entry, cost: cost)
        attach(&node, as: identity)
        nodes[identity] = node
        variants[entry.key, default: VariantIndex()].add(entry)
        owners[Resource(entry.key), default: []].insert(entry.key.partition)
        size += cost
        while size > capacity, let oldest { unlink(oldest) }
    }

    /// Deletes all variants of a resource.
    mutating func remove(_ key: CacheKey) {
        for variant in variants[key]?.all ?? [] {
            unlink(Identity(key: key, variant: variant))
        }
    }

    /// Deletes all variants of a resource for all owners.
    mutating func remove(method: String, url: String) {
        for owner in owners[Resource(method: method, url: url)] ?? [] {
            remove(CacheKey(partition: owner, method: method, url: url))
        }
    }

    /// Deletes the resources whose keys satisfy a condition.
    mutating func removeAll(where isPicked: (CacheKey) -> Bool) {
        for key in variants.keys.filter(isPicked) {
            remove(key)
        }
    }

    private mutating func attach(_ node: inout Node, as identity: Identity) {
        node.older = newest
        node.newer = nil
        if let newest { nodes[newest]?.newer = identity }
        newest = identity
        oldest = oldest ?? identity
    }

    private mutating func detach(_ node: Node) {
        if let newer = node.newer { nodes[newer]?.older = node.older } else { newest = node.older }
        if let older = node.older { nodes[older]?.newer = node.newer } else { oldest = node.newer }
    }

    private mutating func unlink(_ identity: Identity) {
        guard let node = nodes.removeValue(forKey: identity) else { return }
        detach(node)
        size -= node.cost
        let key = identity.key
        variants[key]?.remove(node.entry)
        guard variants[key]?.all.isEmpty ?? false else { return }
        variants[key] = nil
        let resource = Resource(key)
        owners[resource]?.remove(key.partition)
        if owners[resource]?.isEmpty ?? false { owners[resource] = nil }
    }
}

/// The variants of one resource, by the fields and the language that select them.
private struct VariantIndex: Sendable {
    private(set) var all: Set<String> = []
    private(set) var names: [[String]: Int] = [:]
    private(set) var languages: [String: Set<String>] = [:]

    mutating func add(_ entry: CacheEntry) {
        all.insert(entry.variant)
        names[entry.varyNames, default: 0] += 1
        if let language = entry.selectingLanguage { languages[language, default: []].insert(entry.variant) }
    }

    mutating func remove(_ entry: CacheEntry) {
        all.remove(entry.variant)
        let count = (names[entry.varyNames] ?? 1) - 1
        names[entry.varyNames] = count > 0 ? count : nil
        guard let language = entry.selectingLanguage else { return }
        languages[language]?.remove(entry.variant)
        if languages[language]?.isEmpty ?? false { languages[language] = nil }
    }
}
