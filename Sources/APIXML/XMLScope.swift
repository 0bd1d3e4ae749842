@_spi(Generated) import APIRuntime

/// The namespaces that the open elements of a document declare.
struct XMLScope {
    /// The addresses by prefix, innermost last; the empty prefix is that of the default namespace.
    private var addresses: [String: [String]] = [:]
    /// The prefixes that each open element declares.
    ///
    /// A copy of all declarations for each element would need memory that grows faster than the document.
    private var declared: [[String]] = []

    /// Adds the declarations of an element.
    mutating func open(_ attributes: [String: String]) {
        var prefixes: [String] = []
        for (name, address) in attributes {
            guard let prefix = Self.prefix(declaredBy: name) else { continue }
            addresses[prefix, default: []].append(address)
            prefixes.append(prefix)
        }
        declared.append(prefixes)
    }

    /// Removes the declarations of the innermost element.
    mutating func close() {
        for prefix in declared.popLast() ?? [] {
            addresses[prefix]?.removeLast()
        }
    }

    /// Returns the name of an element.
    func element(_ name: String) -> XMLName {
        resolved(name, defaultNamespace: address(""))
    }

    /// Returns the name of an attribute, which is in no namespace if it has no prefix.
    func attribute(_ name: String) -> XMLName {
        resolved(name, defaultNamespace: nil)
    }

    /// Returns the prefix that an attribute declares, empty for the default namespace; `nil` for any other attribute.
    static func prefix(declaredBy attribute: String) -> String? {
        guard attribute != "xmlns" else { return "" }
        return attribute.hasPrefix("xmlns:") ? String(attribute.dropFirst(6)) : nil
    }

    private func resolved(_ name: String, defaultNamespace: String?) -> XMLName {
        let parts = name.split(separator: ":")
        guard parts.count > 1 else { return XMLName(name, namespace: defaultNamespace) }
        let prefix = String(parts[0])
        return XMLName(String(parts[parts.count - 1]), prefix: prefix, namespace: address(prefix))
    }

    private func address(_ prefix: String) -> String? {
        guard let address = addresses[prefix]?.last, !address.isEmpty else { return nil }
        return address
    }
}
