internal import HTTPTypes

/// Entries in the order of their last use, limited by a number of bytes.
///
/// The entries form a list linked through a dictionary: each operation takes constant time, regardless of their number.
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

    /// The limit for all entries in bytes.
    let capacity: Int
    /// The bytes in use.
    private(set) var size = 0
    private var nodes: [Identity: Node] = [:]
    private var variants: [CacheKey: Set<String>] = [:]
    private var newest: Identity?
    private var oldest: Identity?

    /// Creates an empty list.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The number of entries.
    var count: Int { nodes.count }

    /// Returns the bytes that an entry uses, with a fixed amount for the bookkeeping.
    static func cost(of entry: CacheEntry) -> Int {
        let fields = entry.headers.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
        return entry.body.count + fields + entry.key.url.utf8.count + 512
    }

    /// Returns all variants of a resource, which become the most recently used.
    mutating func take(_ key: CacheKey) -> [CacheEntry] {
        (variants[key] ?? []).sorted().compactMap { variant in
            let identity = Identity(key: key, variant: variant)
            guard let node = unlink(identity) else { return nil }
            link(node, as: identity)
            return node.entry
        }
    }

    /// Adds or replaces an entry, then evicts the least recently used ones until all fit.
    mutating func insert(_ entry: CacheEntry) {
        let identity = Identity(key: entry.key, variant: entry.variant)
        unlink(identity)
        let cost = Self.cost(of: entry)
        guard cost <= capacity else { return }
        link(Node(entry: entry, cost: cost), as: identity)
        while size > capacity, let oldest { unlink(oldest) }
    }

    /// Deletes all variants of a resource.
    mutating func remove(_ key: CacheKey) {
        for variant in variants[key] ?? [] {
            unlink(Identity(key: key, variant: variant))
        }
    }

    /// Deletes the resources whose keys satisfy a condition.
    mutating func removeAll(where isPicked: (CacheKey) -> Bool) {
        for key in variants.keys.filter(isPicked) {
            remove(key)
        }
    }

    private mutating func link(_ node: Node, as identity: Identity) {
        var node = node
        node.older = newest
        node.newer = nil
        if let newest { nodes[newest]?.newer = identity }
        newest = identity
        oldest = oldest ?? identity
        nodes[identity] = node
        variants[identity.key, default: []].insert(identity.variant)
        size += node.cost
    }

    @discardableResult
    private mutating func unlink(_ identity: Identity) -> Node? {
        guard let node = nodes.removeValue(forKey: identity) else { return nil }
        if let newer = node.newer { nodes[newer]?.older = node.older } else { newest = node.older }
        if let older = node.older { nodes[older]?.newer = node.newer } else { oldest = node.newer }
        variants[identity.key]?.remove(identity.variant)
        if variants[identity.key]?.isEmpty ?? false { variants[identity.key] = nil }
        size -= node.cost
        return node
    }
}
