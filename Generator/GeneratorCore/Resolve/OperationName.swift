/// Derives short method names from an `operationId` that repeats the name of the group or the path.
enum OperationName {

    /// Returns the short name; `nil` if the ID repeats nothing.
    static func short(_ entry: OperationEntry) -> Identifier? {
        guard let id = entry.operationID else { return nil }
        let text = withoutPath(id, entry) ?? entry.tags.first.flatMap { withoutGroup(id, $0) }
        return text.map(SwiftName.member)
    }

    /// Returns `read_item` for `read_item_items__item_id__get`, the ID that Python frameworks generate for `GET
    /// /items/{item_id}`.
    private static func withoutPath(_ id: String, _ entry: OperationEntry) -> String? {
        guard id.hasSuffix(entry.method) else { return nil }
        let path = String(entry.path.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "_" })
        let end = path + "_" + entry.method
        guard id.hasSuffix(end), let first = id.first, first.isLetter else { return nil }
        let name = id.dropLast(end.count)
        return name.contains(where: \.isLetter) ? String(name) : nil
    }

    /// Returns an ID without the group's name.
    ///
    /// The result is `list` for `patients_list` or `patients/list` in the group `Patients`, and `create` for
    /// `PatientsController_create`.
    private static func withoutGroup(_ id: String, _ group: String) -> String? {
        let wanted = letters(group)
        guard !wanted.isEmpty else { return nil }
        var prefix = ""
        var isBehindService = false
        for index in id.indices {
            guard separators.contains(id[index]) else {
                prefix += letters(id[index])
                continue
            }
            if prefix == wanted || prefix == wanted + "controller" {
                let rest = id[id.index(after: index)...]
                return rest.first?.isLetter == true ? String(rest) : nil
            }
            // IDs such as `storage.buckets.list` begin with the name of the service.
            if id[index] == ".", !isBehindService, wanted != prefix {
                isBehindService = true
                prefix = ""
            }
        }
        return withoutWord(id, wanted)
    }

    /// Returns `list` for `ContainerList` in the group `Container`.
    private static func withoutWord(_ id: String, _ wanted: String) -> String? {
        guard id.lowercased().hasPrefix(wanted), id.first?.isLetter == true else { return nil }
        let rest = id.dropFirst(wanted.count)
        return rest.first?.isUppercase == true && rest.contains(where: \.isLowercase) ? String(rest) : nil
    }

    private static let separators: Set<Character> = ["/", ".", "_", "-", ":", " "]

    private static func letters(_ text: some StringProtocol) -> String {
        String(text.filter { $0.isLetter || $0.isNumber }).lowercased()
    }

    private static func letters(_ character: Character) -> String {
        character.isLetter || character.isNumber ? character.lowercased() : ""
    }
}
