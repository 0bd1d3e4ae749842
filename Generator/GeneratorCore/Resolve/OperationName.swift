/// Derives the names of methods from the operations of a group, without what an `operationId` repeats of the group's
/// name or of the path.
enum OperationName {

    /// Returns the name of each operation of a group.
    ///
    /// An operation has a short name only if no other one has it, whatever their order: with `getPet` and `getPets`,
    /// neither is `get`. Of operations whose whole names are equal too, the first one has the short name.
    ///
    /// - Parameters:
    ///   - entries: The operations.
    ///   - reserved: The names that no operation can have.
    /// - Returns: A name for each operation. Names may still be equal.
    static func names(of entries: [OperationEntry], reserved: Set<Identifier>) -> [Identifier] {
        let full = entries.map { $0.extensions.swiftName.map(Identifier.init(sanitizing:)) ?? member($0) }
        let short = entries.map { $0.extensions.swiftName == nil ? self.short($0) : nil }
        let uses = Dictionary(grouping: zip(short, full).map { $0 ?? $1 }) { $0 }
        let repeated = Dictionary(grouping: full) { $0 }.filter { $0.value.count > 1 }
        var taken = reserved
        return zip(full, short).map { full, short in
            guard let short, uses[short]?.count == 1 || repeated[full] != nil else { return full }
            return taken.insert(short).inserted ? short : full
        }
    }

    private static func member(_ entry: OperationEntry) -> Identifier {
        SwiftName.member(PathWords.withoutKeyNames(OperationResolver.id(of: entry)))
    }

    /// Returns the short name; `nil` if the ID repeats nothing, or if the short name would be reserved.
    private static func short(_ entry: OperationEntry) -> Identifier? {
        guard let id = entry.nameableID, !repeatsPath(id, entry) else {
            let name = pathName(entry)
            return SwiftName.isReservedMember(name) ? nil : SwiftName.member(name)
        }
        let plain = withoutMethod(id, entry)
        let own = plain ?? id
        let text =
            withoutPath(id, entry)
            ?? entry.tags.first.flatMap { verb(of: own, on: $0) ?? withoutGroup(own, $0) ?? withoutController(own) }
            ?? plain
        return text.flatMap { SwiftName.isReservedMember($0) ? nil : SwiftName.member($0) }
    }

    /// Returns the name of an operation without an ID: `get by id` for `GET /api/v1/orders/{id}` in the group `Orders`.
    ///
    /// It contains the words of the path's segments, without those that have the version of the API or the group's name, and
    /// of the parameters only the last one. A longer prefix that all paths share stays, because the first path without
    /// it would rename all operations.
    private static func pathName(_ entry: OperationEntry) -> String {
        let group = letters(entry.tags.first ?? "")
        let segments = entry.pathWithoutFragment.prefix { $0 != "?" }.split(separator: "/")
        var words = [entry.method]
        let own = segments.drop { isVersion($0) || $0.lowercased() == "rest" }
        for segment in own where !isVersion(segment) {
            words += PathWords.texts(of: segment).filter { !isGroup(letters($0), group) }
        }
        if let last = segments.last.map(String.init), last.contains("{"),
            let name = URLTemplate(last).names.last(where: { $0 != format })
        {
            words += ["by", name]
        }
        return words.joined(separator: " ")
    }

    /// The suffix that API Platform adds to paths.
    private static let format = "._format"

    /// Returns whether a segment is the same in all paths of an API: `api` or `v1.2`.
    private static func isVersion(_ segment: Substring) -> Bool {
        let rest = segment.dropFirst()
        return segment.lowercased() == "api"
            || "vV".contains(segment.first ?? " ") && !rest.isEmpty && rest.allSatisfy { $0.isNumber || $0 == "." }
    }

    /// Returns `read_item` for `read_item_items__item_id__get`, the ID that Python frameworks generate for `GET
    /// /items/{item_id}`.
    private static func withoutPath(_ id: String, _ entry: OperationEntry) -> String? {
        guard id.hasSuffix(entry.method) else { return nil }
        let path = String(entry.path.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "_" })
        let end = path + "_" + entry.method
        guard id.hasSuffix(end), let first = id.first, first.isLetter else { return nil }
        let name = id.dropLast(end.count)
        return name.contains(where: \.isLetter) && !isVersion(name) ? String(name) : nil
    }

    /// Returns `list` for `listUsingGET` and `listUsingGET_1`, the IDs that Springfox generates from methods of Java; `nil`
    /// for any other ID.
    private static func withoutMethod(_ id: String, _ entry: OperationEntry) -> String? {
        guard let end = id.firstRange(of: "Using" + entry.method.uppercased()), end.lowerBound > id.startIndex,
            id[end.upperBound...].allSatisfy({ $0 == "_" || $0.isNumber })
        else { return nil }
        return String(id[..<end.lowerBound])
    }

    /// Returns whether an ID contains only the path and the method: `api_items_id_delete` for `DELETE /items/{id}`, as API
    /// Platform generates it, or `deleteApiV4ItemsId` for `DELETE /api/v4/items/{id}`, as grape-swagger does.
    private static func repeatsPath(_ id: String, _ entry: OperationEntry) -> Bool {
        if letters(id) == letters(entry.method + entry.pathWithoutFragment) { return true }
        guard id.hasPrefix("api_"), !entry.tags.isEmpty else { return false }
        let segments = entry.path.split { !$0.isASCII || !$0.isLetter && !$0.isNumber && $0 != "_" }
        let words = segments.filter { $0 != format.dropFirst() }
        let own = ((words.first == "api" ? [] : ["api"]) + words + [Substring(entry.method)]).joined(separator: "_")
        return id == own || id == own + "_collection"
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

    /// Returns `index` for `MyApp.UserController.index`; `nil` for an ID that does not begin with a controller.
    private static func withoutController(_ id: String) -> String? {
        let words = id.split(whereSeparator: separators.contains)
        guard let index = words.lastIndex(where: { $0.hasSuffix("Controller") }), index + 1 < words.count,
            words[...index].allSatisfy({ $0.first?.isUppercase == true }), words[index + 1].first?.isLetter == true
        else { return nil }
        return String(id[words[index + 1].startIndex...])
    }

    /// Returns `list` for `ContainerList` in the group `Container`.
    private static func withoutWord(_ id: String, _ wanted: String) -> String? {
        guard id.lowercased().hasPrefix(wanted), id.first?.isLetter == true else { return nil }
        let rest = id.dropFirst(wanted.count)
        return rest.first?.isUppercase == true && rest.contains(where: \.isLowercase) ? String(rest) : nil
    }

    /// Returns `list` for `listPets`, and `get` for `get_pet`, in the group `pets`.
    private static func verb(of id: String, on group: String) -> String? {
        let verb = String(id.prefix(1) + id.dropFirst().prefix(while: \.isLowercase))
        guard verbs.contains(verb.lowercased()) else { return nil }
        let noun = letters(id.dropFirst(verb.count))
        let group = letters(group)
        guard !noun.isEmpty else { return nil }
        return isGroup(noun, group) ? verb : nil
    }

    /// Returns whether a word is the name of a group, or the singular or plural of it.
    private static func isGroup(_ word: String, _ group: String) -> Bool {
        guard !group.isEmpty else { return false }
        return word == group || plurals(of: word).contains(group) || plurals(of: group).contains(word)
    }

    private static func plurals(of noun: String) -> [String] {
        [noun + "s", noun + "es"] + (noun.hasSuffix("y") ? [noun.dropLast() + "ies"] : [])
    }

    /// The words that name an action without an object.
    ///
    /// With others, such as `is`, `my` or `new`, a method would be named after half of a noun.
    private static let verbs: Set<String> = [
        "accept", "activate", "add", "approve", "archive", "assign", "cancel", "change", "check", "clear", "clone",
        "close", "complete", "confirm", "copy", "count", "create", "deactivate", "delete", "destroy", "disable",
        "download", "duplicate", "edit", "enable", "export", "fetch", "find", "generate", "get", "import", "insert",
        "invite", "list", "load", "lock", "lookup", "merge", "modify", "move", "open", "patch", "pause", "post",
        "preview", "publish", "purge", "put", "query", "read", "refresh", "register", "reject", "remove", "rename",
        "replace", "request", "reset", "resolve", "restore", "resume", "retrieve", "revoke", "save", "search", "send",
        "set", "share", "show", "start", "stop", "store", "subscribe", "submit", "sync", "unlock", "unsubscribe",
        "update", "upload", "upsert", "validate", "verify", "view", "watch",
    ]

    private static let separators: Set<Character> = ["/", ".", "_", "-", ":", " ", "#"]

    private static func letters(_ text: some StringProtocol) -> String {
        PathWords.letters(text)
    }

    private static func letters(_ character: Character) -> String {
        character.isLetter || character.isNumber ? character.lowercased() : ""
    }
}
