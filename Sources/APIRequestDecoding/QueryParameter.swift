package import APIRuntime

/// A reader of one parameter in the items of a query, a form or the cookies.
package struct QueryParameter {
    let name: String
    let style: QueryStyle
    let explode: Bool

    /// Creates a reader.
    package init(name: String, style: QueryStyle, explode: Bool) {
        self.name = name
        self.style = style
        self.explode = explode
    }

    /// Returns the parameter's value, with strings for all scalars; `nil` if it is absent.
    package func value(in items: [TextItem], _ kind: TextKind) -> JSONValue? {
        if style == .deepObject, let tree = DeepObject(name: name).value(in: items) { return tree }
        let own = items.filter { $0.name == name }
        guard let first = own.first else { return nil }
        switch kind {
        case .scalar: return .string(first.value)
        case .any: return own.count == 1 ? .string(first.value) : .array(own.map { .string($0.value) })
        case .list where explode: return .array(own.map { .string($0.value) })
        case .list: return .array(own.flatMap { split($0.rawValue) }.map { .string($0) })
        case .object: return .pairs(split(first.rawValue))
        }
    }

    /// Returns the decoded elements of a delimited string; none for an empty string.
    func split(_ raw: String) -> [String] {
        guard !raw.isEmpty else { return [] }
        let plain =
            switch style {
            case .form, .deepObject: raw
            case .spaceDelimited: raw.replacing("%20", with: ",").replacing("+", with: ",").replacing(" ", with: ",")
            case .pipeDelimited: raw.replacing("%7C", with: ",").replacing("%7c", with: ",").replacing("|", with: ",")
            }
        return plain.split(separator: ",", omittingEmptySubsequences: false).map(\.percentDecoded)
    }
}

extension JSONValue {
    /// Returns an object of strings, in which a name that occurs several times becomes a list.
    package static func object(grouping items: [TextItem]) -> JSONValue {
        let groups = Dictionary(grouping: items, by: \.name)
        var known: Set<String> = []
        let first = items.filter { known.insert($0.name).inserted }
        return .object(
            JSONObject(
                first.map { item in
                    let values = (groups[item.name] ?? []).map { JSONValue.string($0.value) }
                    return .init(name: item.name, value: values.count == 1 ? values[0] : .array(values))
                }
            )
        )
    }
}
