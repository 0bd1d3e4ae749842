package import APIRuntime

/// A reader of the properties of a form.
package struct FormReader {
    private let encodings: [String: FormEncoding]

    /// Creates a reader.
    ///
    /// - Parameter encodings: The encodings of single properties, by name.
    package init(encodings: [String: FormEncoding]) {
        self.encodings = encodings
    }

    /// Returns the form as an object in which scalars are strings.
    ///
    /// A property that occurs several times becomes a list.
    package func tree(_ items: [TextItem]) -> JSONValue {
        var object = JSONObject()
        var names: [String] = []
        for item in items {
            let name = owner(of: item.name)
            if !names.contains(name) { names.append(name) }
        }
        for name in names { object[name] = value(name, items) }
        return .object(object)
    }

    /// Returns the property that an item belongs to: `hints` for `hints[name]`.
    private func owner(of name: String) -> String {
        let base = String(name.prefix { $0 != "[" })
        return encodings[base]?.style == .deepObject ? base : name
    }

    private func value(_ name: String, _ items: [TextItem]) -> JSONValue? {
        let own = items.filter { $0.name == name }
        guard let encoding = encodings[name] else { return texts(own.map(\.value)) }
        if encoding.isJSON { return own.first.map { JSONText.parsed($0.value) } }
        let parameter = QueryParameter(name: name, style: encoding.style, explode: encoding.explode)
        if encoding.style == .deepObject { return parameter.value(in: items, .any) }
        // The value may be a list or an object, depending on the type to decode.
        return texts(encoding.explode ? own.map(\.value) : own.flatMap { parameter.split($0.rawValue) })
    }

    private func texts(_ texts: [String]) -> JSONValue? {
        texts.count == 1 ? .string(texts[0]) : texts.isEmpty ? nil : .array(texts.map { .string($0) })
    }
}
