package import APIRuntime

/// A reader of the properties of a form.
package struct FormReader {
    private let encodings: [String: FormEncoding]
    private let owners: FieldOwners
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
        owners = FieldOwners(encodings: encodings, exploded: exploded)
        self.limits = limits
        self.work = work
    }

    /// Returns the properties in the order in which they first occur; one that occurs several times becomes a list.
    ///
    /// - Throws: ``DecodingFailure`` if the form exceeds a limit, or has percent escapes that cannot be decoded.
    package func tree(_ items: [TextItem]) throws(DecodingFailure) -> TextTree {
        try limits.check(fields: items.count)
        var places: [String: Int] = [:]
        var groups: [(name: String, items: [TextItem])] = []
        for item in items {
            work?.add(1)
            do { try item.checkEscapes() } catch { throw error.below(item.name) }
            let name = owners[item.name]
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

    private func value(_ name: String, _ items: [TextItem]) throws(DecodingFailure) -> TextTree? {
        guard let encoding = encodings[name] else { return .texts(items.map(\.value)) }
        if encoding.isJSON {
            let documents = items.map { TextTree.json(Array($0.value.utf8)) }
            return documents.count == 1 ? documents[0] : .list(documents)
        }
        if let object = owners.object(from: items, named: name) { return object }
        let parameter = QueryParameter(name: name, style: encoding.style, explode: encoding.explode)
        return try parameter.tree(of: items, .any, limits: limits, work: work)
    }
}
