@_spi(Generated) import APIRuntime

/// The prefixes of the attributes of an element that have a namespace, but no prefix.
///
/// The default namespace applies to elements only, so an attribute in a namespace needs a prefix.
struct AttributePrefixes {
    /// The namespaces that the element must declare in addition, in the order of the attributes.
    private(set) var namespaces: [(prefix: String, address: String)] = []
    private var prefixes: [String: String] = [:]

    /// Chooses prefixes: one with the same namespace if there is any, or else a new one.
    ///
    /// - Parameters:
    ///   - node: The element.
    ///   - scope: The namespaces declared by enclosing elements, by prefix.
    init(_ node: XMLNode, in scope: [String: String]) {
        let missing = node.attributes.map(\.name).filter(Self.needsPrefix).compactMap(\.namespace)
        guard !missing.isEmpty else { return }
        let known = scope.merging(node.namespaces.map { ($0.prefix, $0.address) }) { $1 }
        // A name may have a prefix that is declared nowhere.
        let own = node.name.split(separator: ":").dropLast().map(String.init)
        var taken = Set(known.keys).union(own + node.attributes.compactMap { $0.name.prefix })
        var number = 0
        for address in missing where prefixes[address] == nil {
            if let prefix = known.filter({ $0.value == address && !$0.key.isEmpty }).keys.min() {
                prefixes[address] = prefix
                continue
            }
            repeat { number += 1 } while taken.contains("ns\(number)")
            let prefix = "ns\(number)"
            taken.insert(prefix)
            prefixes[address] = prefix
            namespaces.append((prefix, address))
        }
    }

    /// Returns the name of an attribute with its prefix.
    func qualified(_ name: XMLName) -> String {
        guard Self.needsPrefix(name), let address = name.namespace, let prefix = prefixes[address] else {
            return name.qualified
        }
        return "\(prefix):\(name.local)"
    }

    private static func needsPrefix(_ name: XMLName) -> Bool {
        name.prefix == nil && name.namespace?.isEmpty == false && !name.local.contains(":")
    }
}
