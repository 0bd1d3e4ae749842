import APIRuntime

/// The properties that the fields of a form belong to, by the names of the fields.
struct FieldOwners: Sendable {
    private let encodings: [String: FormEncoding]
    /// The properties that are objects and have separate names in the form, by these names.
    private let exploded: [String: String]

    /// Creates the table.
    ///
    /// - Parameters:
    ///   - encodings: The encodings of single properties, by name.
    ///   - exploded: The names that the form has in place of properties that are objects, by the properties' names.
    init(encodings: [String: FormEncoding], exploded: [String: [String]]) {
        self.encodings = encodings
        // Of two objects with the same name inside, the first one has it on every run.
        let names = exploded.sorted { $0.key < $1.key }.flatMap { owner, names in names.map { ($0, owner) } }
        self.exploded = Dictionary(names) { first, _ in first }
    }

    /// Returns the property that a field belongs to: `hints` for `hints[name]`, and an exploded object for one of its
    /// properties.
    subscript(name: String) -> String {
        if let owner = exploded[name] { return owner }
        guard !encodings.isEmpty, let end = name.utf8.firstIndex(of: UInt8(ascii: "[")) else { return name }
        let base = String(name[..<end])
        return encodings[base]?.style == .deepObject ? base : name
    }

    /// Returns an object from the fields that are its properties.
    ///
    /// - Parameters:
    ///   - items: The fields that belong to the object.
    ///   - name: The name of the object.
    /// - Returns: The object; `nil` if no field is one of its properties.
    func object(from items: [TextItem], named name: String) -> TextTree? {
        let members = exploded.isEmpty ? [] : items.filter { exploded[$0.name] == name }
        return members.isEmpty ? nil : .object(grouping: members.map { ($0.name, $0.value) })
    }
}
