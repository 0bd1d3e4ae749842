import APIRuntime

extension TextTreeDecoding {
    /// Returns the value of an absent parameter: `nil` or an empty list.
    ///
    /// - Throws: ``UnreadableInput`` for a type without either.
    static func absent<T: JSONCodable>(_ place: UnreadableInput.Place, _ name: String) throws(UnreadableInput) -> T {
        let stand = T.self is any OptionalText.Type ? "null" : TextKind(T.self) == .list ? "[]" : ""
        guard let value = try? JSONCoding.decode(T.self, from: Array(stand.utf8)) else {
            throw UnreadableInput(place, name, .missing)
        }
        return value
    }
}
