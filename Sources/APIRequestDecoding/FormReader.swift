package import APIRuntime

/// A reader of the properties of a form.
package struct FormReader {
    private let encodings: [String: FormEncoding]
    /// The properties that are objects and have separate names in the form, by these names.
    private let owners: [String: String]
    private let limits: FormLimits
    private let work: TextWork?

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - encodings: The encodings of single properties, by name.
    ///   - exploded: The names that the form has in place of properties that are objects, by the properties' names.
    ///   - limits: The limits of the form.
    ///   - work: A counter of the work, for tests.
    package init(
        encodings: [String: FormEncoding],
        exploded: [String: [String]] = [:],
        limits: FormLimits = FormLimits(),
        work: TextWork? = nil
    ) {
        self.encodings = encodings
        // Of two objects with the same name inside, the first one has it on every run.
        let names = exploded.sorted { $0.key < $1.key }.flatMap { owner, names in names.map { ($0, owner) } }
        owners = Dictionary(names) { first, _ in first }
        self.limits = limits
        self.work = work
    }

    /// Returns the properties in the order in which they first occur; one that occurs several times becomes a list.
    ///
    /// - Throws: ``DecodingFailure`` if the form exceeds a limit.
    package func tree(_ items: [TextItem]) throws(DecodingFailure) -> TextTree {
        try limits.check(fields: items.count)
        var places: [String: Int] = [:]
        var groups: [(name: String, items: [TextItem])] = []
        for item in items {
            work?.add(1)
            let name = owner(of: item.name)
            if let place = places[name] {
                groups[place].items.append(item)
            } else {
                places[name] = groups.count
                groups.append((name, [item]))
            }
        }
        var members: [(name: String, value: TextTree)] = []
        for group in groups {
            guard let value = try value(group.name, group.items) else { continue }
            members.append((group.name, value))
        }
        return .object(members)
    }

    /// Returns the property that an item belongs to: `hints` for `hints[name]`, and an exploded object for one of its
    /// properties.
    private func owner(of name: String) -> String {
        if let owner = owners[name] { return owner }
        guard !encodings.isEmpty, let end = name.utf8.firstIndex(of: UInt8(ascii: "[")) else { return name }
        let base = String(name[..<end])
        return encodings[base]?.style == .deepObject ? base : name
    }

    private func value(_ name: String, _ items: [TextItem]) throws(DecodingFailure) -> TextTree? {
        guard let encoding = encodings[name] else { return .texts(items.map(\.value)) }
        if encoding.isJSON {
            let documents = items.map { TextTree.json(Array($0.value.utf8)) }
            return documents.count == 1 ? documents[0] : .list(documents)
        }
        let members = owners.isEmpty ? [] : items.filter { owners[$0.name] == name }
        guard members.isEmpty else { return .object(grouping: members.map { ($0.name, $0.value) }) }
        let parameter = QueryParameter(name: name, style: encoding.style, explode: encoding.explode)
        return try parameter.tree(of: items, .any, limits: limits, work: work)
    }
}
