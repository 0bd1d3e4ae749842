/// Media types of a body that one method can send or receive.
struct MediaGroup {
    /// The word that distinguishes the method from those of other groups; empty for the preferred group.
    var suffix = ""
    /// The media types, the preferred one first.
    let media: [MediaTypeEntry]

    /// Returns the media types among which a caller of the method chooses; empty if only one can be sent.
    func choice(_ form: MediaForm) -> [String] {
        let names = media.map(\.name)
        guard form == .binary || form == .text, names.count > 1 || names[0].contains("*"), names != ["*/*"] else {
            return []
        }
        return names
    }
}

extension BodyResolver {

    /// Groups the media types of a request's body, the preferred group first.
    func requestGroups(_ content: [MediaTypeEntry]) -> [MediaGroup] {
        let order: [MediaForm] = [.json, .multipart, .urlEncoded, .xml, .text, .binary, .lines, .textSequence, .events]
        guard let chosen = upload(content) ?? preferred(content, order) else { return [] }
        let isUpload = form(chosen) == .multipart
        var groups = groups(named(content), startingWith: chosen, isMixed: false)
        groups.removeAll { group in
            // JSON cannot carry the files of the same schema.
            isUpload && form(group.media[0]) == .json && hasSameSchema(group.media[0], chosen)
        }
        return groups
    }

    /// Returns the successes of an operation, reduced to the media types of one method, the preferred one first.
    ///
    /// In each of the others, a success without media types of that method keeps its preferred ones.
    func responseGroups(_ responses: [ResponseEntry]) -> [(suffix: String, responses: [ResponseEntry])] {
        let groups = responses.map { entry in
            guard let chosen = preferred(entry.content, Self.responseOrder) else { return [MediaGroup]() }
            let isModel = [.json, .xml].contains(form(chosen)) || form(chosen).isSequential
            return self.groups(isModel ? named(entry.content) : entry.content, startingWith: chosen, isMixed: !isModel)
        }
        var suffixes = [""]
        for suffix in groups.flatMap({ $0.map(\.suffix) }) where !suffixes.contains(suffix) {
            suffixes.append(suffix)
        }
        return suffixes.map { suffix in
            let reduced = zip(responses, groups).map { entry, groups in
                var entry = entry
                entry.content = (groups.first { $0.suffix == suffix } ?? groups.first)?.media ?? []
                return entry
            }
            return (suffix, reduced)
        }
    }

    /// Groups the media types of a failure, the preferred group first.
    ///
    /// Text and bytes with the schema of the preferred model count as another spelling of it, and ranges as any type.
    func failureGroups(_ response: ResponseEntry) -> [MediaGroup] {
        guard let chosen = preferred(response.content, Self.responseOrder), isModel(chosen) else {
            return [MediaGroup(media: response.content)]
        }
        let groups = groups(named(response.content), startingWith: chosen, isMixed: false)
        return groups.enumerated().filter { index, group in
            index == 0 || !group.media.allSatisfy { isOtherSpelling($0, chosen) }
        }.map(\.element)
    }

    private func isOtherSpelling(_ media: MediaTypeEntry, _ chosen: MediaTypeEntry) -> Bool {
        [.text, .binary].contains(form(media)) && media.schema != nil && hasSameSchema(media, chosen)
    }

    /// Returns the media types without ranges, unless all of them are ranges.
    private func named(_ content: [MediaTypeEntry]) -> [MediaTypeEntry] {
        let named = content.filter { !$0.name.contains("*") }
        return named.isEmpty ? content : named
    }

    /// Groups media types by their form and schema.
    ///
    /// - Parameters:
    ///   - content: The media types.
    ///   - chosen: The preferred media type.
    ///   - isMixed: Whether the first group contains all media types that are read as text or bytes.
    /// - Returns: The groups.
    private func groups(
        _ content: [MediaTypeEntry],
        startingWith chosen: MediaTypeEntry,
        isMixed: Bool
    ) -> [MediaGroup] {
        let first = content.filter { isMixed ? !form($0).isSequential && !isModel($0) : isOne($0, chosen) }
        let preferred = [chosen] + first.filter { $0.name != chosen.name }
        var groups = [MediaGroup(media: isMixed ? first : preferred)]
        var rest = content.filter { media in !first.contains { $0.name == media.name } && media.name != chosen.name }
        while let next = rest.first {
            let group = rest.filter { $0.name == next.name || isOne($0, next) }
            rest.removeAll { media in group.contains { $0.name == media.name } }
            guard !isOtherSyntax(next, groups) else { continue }
            let suffix = MediaWord.word(group.map(\.name))
            let taken = Set(groups.map(\.suffix))
            let word = taken.contains(suffix) ? MediaWord.whole(next.name) : suffix
            groups.append(MediaGroup(suffix: word, media: group))
        }
        return groups
    }

    private func isModel(_ media: MediaTypeEntry) -> Bool {
        [.json, .xml].contains(form(media))
    }

    /// Whether one method handles two media types: equal models, any text, or any bytes.
    private func isOne(_ media: MediaTypeEntry, _ other: MediaTypeEntry) -> Bool {
        let form = form(other)
        if form == .text || form == .binary { return self.form(media) == form }
        guard isSame(media, other) else { return false }
        // The media type of these bodies is a part of the request, which no caller can choose.
        return ![.multipart, .urlEncoded].contains(form) || media.name == other.name
    }

    /// Whether a media type is XML with the content of a JSON body, for which ``SyntaxTwins`` adds a method.
    private func isOtherSyntax(_ media: MediaTypeEntry, _ groups: [MediaGroup]) -> Bool {
        form(media) == .xml && groups.contains { form($0.media[0]) == .json && hasSameSchema($0.media[0], media) }
    }
}

/// Words for media types in the names of methods.
enum MediaWord {

    /// Returns the word for a group of media types: `PDF`, `Image` for several images, `Data` for any others.
    static func word(_ names: [String]) -> String {
        guard names.count > 1 else { return word(names[0]) }
        switch MediaForm(names[0]) {
        case .json, .xml, .events, .lines, .textSequence: return word(names[0])
        case .text: return "Text"
        default:
            let families = Set(names.map { $0.prefix { $0 != "/" } })
            guard families.count == 1, let family = families.first, family != "application" else { return "Data" }
            return SwiftName.type(String(family)).text
        }
    }

    /// Returns the word for one media type.
    static func word(_ name: String) -> String {
        let essence = name.prefix { $0 != ";" }.trimmed
        switch MediaForm(name) {
        case .events: return "Events"
        case .lines: return "Lines"
        case .textSequence: return "Sequence"
        case .urlEncoded: return "Form"
        case .text where essence == "text/plain" || essence == "text/*": return "Text"
        case .multipart where essence == "multipart/form-data": return "Multipart"
        case .json where essence == "application/json": return "JSON"
        case .xml where essence == "application/xml" || essence == "text/xml": return "XML"
        case .binary where essence == "application/octet-stream": return "Data"
        default: return subtype(essence)
        }
    }

    /// Returns the word for a media type with its family and parameters, which distinguish it from a similar one.
    static func whole(_ name: String) -> String {
        SwiftName.type(name.replacing("*", with: " any ")).text
    }

    private static func subtype(_ essence: String) -> String {
        let parts = essence.split(separator: "/")
        guard parts.count == 2 else { return SwiftName.type(essence).text }
        // A range has the name of its family.
        guard parts[1] != "*" else { return parts[0] == "*" ? "Data" : SwiftName.type(String(parts[0])).text }
        var text = String(parts[1])
        for prefix in ["vnd.", "prs.", "x-", "x."] where text.hasPrefix(prefix) && text.count > prefix.count {
            text.removeFirst(prefix.count)
        }
        var words = text.split { !$0.isLetter && !$0.isNumber }
        if words.count > 1, words.last?.lowercased() == "json" { words.removeLast() }
        let known = ["json": "JSON", "xml": "XML", "ld": "LD", "yaml": "YAML"]
        let spelled = words.map { word -> String in
            let lower = word.lowercased()
            if words.count == 1, lower.utf8.count <= 4 { return lower.uppercased() }
            return known[lower] ?? lower.prefix(1).uppercased() + lower.dropFirst()
        }
        return Identifier(sanitizing: spelled.joined()).text
    }
}
