extension JSONValue {
    /// Returns whether no two of some values are the same.
    static func areDifferent(_ values: [JSONValue]) -> Bool {
        let groups = Dictionary(grouping: values) { $0 }
        guard groups.count < values.count else { return true }
        return groups.values.allSatisfy { group in
            group.indices.allSatisfy { index in !group[..<index].contains { $0.isSame(as: group[index]) } }
        }
    }

    /// Returns whether two equal values have the same strings, which JSON compares by their code points: `é` and `e` with a
    /// combining accent are equal in Swift, but two strings in JSON.
    func isSame(as other: JSONValue) -> Bool {
        switch (self, other) {
        case (.string(let one), .string(let two)): one.utf8.elementsEqual(two.utf8)
        case (.array(let one), .array(let two)):
            one.count == two.count && zip(one, two).allSatisfy { $0.isSame(as: $1) }
        case (.object(let one), .object(let two)):
            one.count == two.count
                && zip(one.sorted, two.sorted).allSatisfy {
                    $0.name.utf8.elementsEqual($1.name.utf8) && $0.value.isSame(as: $1.value)
                }
        default: self == other
        }
    }
}
