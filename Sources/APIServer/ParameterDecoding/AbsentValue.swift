import APIRuntime

/// The value of an absent parameter or body.
enum AbsentValue {
    /// Returns `nil` or an empty array.
    ///
    /// - Throws: ``UnreadableInput`` if the type allows neither.
    static func read<T: JSONCodable>(_ location: UnreadableInput.Location, _ name: String) throws(UnreadableInput) -> T
    {
        let stand = T.self is any OptionalText.Type ? "null" : TextKind(T.self) == .list ? "[]" : ""
        guard let value = try? JSONCoding.decode(T.self, from: Array(stand.utf8)) else {
            throw UnreadableInput(location, name, .missing)
        }
        return value
    }
}
