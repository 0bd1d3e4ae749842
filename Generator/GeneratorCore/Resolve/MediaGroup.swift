/// Media types of a body that one method can send or receive.
struct MediaGroup {
    /// The word that distinguishes the method from those of other groups; empty for the preferred group.
    var suffix = ""
    /// The media types, the preferred one first.
    let media: [MediaTypeEntry]

    /// Returns the media types among which a caller of the method chooses; empty if only one can be sent.
    func choice(_ form: MediaForm) -> [String] {
        let names = media.map(\.name)
        switch form {
        case .binary, .text:
            return names.count > 1 || names[0].contains("*") ? names : []
        case .xml:
            let named = names.filter { !$0.contains("*") }
            return named.count > 1 ? named : []
        case .json:
            let named = names.filter { !$0.contains("*") }
            // The usual type is not in a range such as `application/*+json`.
            if named.isEmpty, names[0].contains("*+") { return [names[0]] }
            // Where all types are spellings of the usual one, it is sent.
            return named.count > 1 && !named.allSatisfy(MediaRange.isUsual) ? named : []
        default:
            return []
        }
    }
}

extension BodyResolver {

    /// Groups the media types of a request's body, the preferred group first.
    func requestGroups(_ content: [MediaTypeEntry]) -> [MediaGroup] {
        guard content.count > 1 else { return content.map { MediaGroup(media: [$0]) } }
        let order: [MediaForm] = [.json, .multipart, .urlEncoded, .xml, .text, .binary, .lines, .textSequence, .events]
        guard let chosen = upload(content) ?? preferred(content, order) else { return [] }
        return groups(distinct(content), startingWith: chosen) { isOneBody($0, $1) }
    }

    /// Groups the media types of a failure, the preferred group first.
    ///
    /// Text and bytes with the schema of the preferred model count as another spelling of it, and ranges as any type.
    func failureGroups(_ response: ResponseEntry) -> [MediaGroup] {
        guard response.content.count > 1, let chosen = preferred(response.content, Self.responseOrder),
            isModel(chosen)
        else {
            return [MediaGroup(media: response.content)]
        }
        let groups = groups(named(response.content), startingWith: chosen) { isOne($0, $1) }
        return groups.enumerated().filter { index, group in
            index == 0 || !group.media.allSatisfy { isOtherSpelling($0, chosen) }
        }.map(\.element)
    }

    private func isOtherSpelling(_ media: MediaTypeEntry, _ chosen: MediaTypeEntry) -> Bool {
        guard [.text, .binary].contains(form(media)), let schema = media.schema else { return false }
        // A string in JSON has quotes, and a text has none.
        let isString = types.graph.followed(schema)?.kinds == [.string]
        return !isString && hasSameSchema(media, chosen)
    }

    /// Whether a media type only says that a server of some framework would write a model as plain text too.
    private func isPlainSpelling(_ media: MediaTypeEntry, of models: [MediaTypeEntry]) -> Bool {
        guard media.name.essence == "text/plain", let own = media.schema.flatMap(types.graph.followed),
            own.kinds == [.array] || ScalarComposition(types.graph.relations).isObject(own)
        else { return false }
        return models.contains { hasSameSchema(media, $0, strictly: true) }
    }

    /// Returns the media types without ranges, unless all of them are ranges.
    private func named(_ content: [MediaTypeEntry]) -> [MediaTypeEntry] {
        let named = content.filter { !$0.name.contains("*") }
        return named.isEmpty ? content : named
    }

    /// Returns the media types without the ranges that only repeat others.
    ///
    /// A range of models next to a model cannot be told apart from it, nor can a range that includes the media type of
    /// the model and has the same schema. A range of text or bytes, such as `image/*`, is a separate media type.
    func distinct(_ content: [MediaTypeEntry]) -> [MediaTypeEntry] {
        let models = content.filter { !$0.name.contains("*") && isModel($0) }
        guard !models.isEmpty else { return content }
        return content.filter { media in
            guard media.name.contains("*") else { return !isPlainSpelling(media, of: models) }
            return !isModel(media)
                && !models.contains { model in
                    MediaRange.includes(media.name, model.name) && hasSameSchema(model, media, strictly: true)
                }
        }
    }

    /// Groups media types.
    ///
    /// - Parameters:
    ///   - content: The media types.
    ///   - chosen: The preferred media type.
    ///   - isMixed: Whether the first group contains all media types that are read as text or bytes.
    ///   - isOne: Whether one method handles a media type and another one, which is the first of its group.
    /// - Returns: The groups.
    func groups(
        _ content: [MediaTypeEntry],
        startingWith chosen: MediaTypeEntry,
        isMixed: Bool = false,
        _ isOne: (MediaTypeEntry, MediaTypeEntry) -> Bool
    ) -> [MediaGroup] {
        let first = content.filter { isMixed ? !form($0).isSequential && !isModel($0) : isOne($0, chosen) }
        let preferred = [chosen] + first.filter { $0.name != chosen.name }
        var groups = [MediaGroup(media: isMixed ? first : preferred)]
        var rest = content.filter { media in !first.contains { $0.name == media.name } && media.name != chosen.name }
        while let next = rest.first {
            let group = rest.filter { $0.name == next.name || isOne($0, next) }
            rest.removeAll { media in group.contains { $0.name == media.name } }
            guard !isOtherSyntax(next, groups[0]) else { continue }
            let suffix = MediaWord.word(group.map(\.name), areBytes: form(next) == .binary)
            let taken = Set(groups.map(\.suffix))
            let words = [suffix, MediaWord.subtype(next.name), MediaWord.whole(next.name)]
            let word = words.first { !taken.contains($0) } ?? words[2]
            groups.append(MediaGroup(suffix: word, media: group))
        }
        return groups
    }

    func isModel(_ media: MediaTypeEntry) -> Bool {
        [.json, .xml].contains(form(media))
    }

    /// Whether one method receives two media types: equal models, any text, or any bytes.
    func isOne(_ media: MediaTypeEntry, _ other: MediaTypeEntry) -> Bool {
        let form = form(other)
        if form == .text || form == .binary { return self.form(media) == form }
        guard isSame(media, other) else { return false }
        // The media type of these bodies is a part of the request, which no caller can choose.
        return ![.multipart, .urlEncoded].contains(form) || media.name == other.name
    }

    /// Whether one method sends two media types: equal models, any text, or any bytes.
    ///
    /// A model without a schema may be anything, such as the steps of a JSON Patch.
    private func isOneBody(_ media: MediaTypeEntry, _ other: MediaTypeEntry) -> Bool {
        guard isOne(media, other) else { return false }
        let areUsual = [media, other].allSatisfy { $0.name.contains("*") || MediaRange.isUsual($0.name) }
        return !isModel(other) || areUsual || hasSameSchema(media, other, strictly: true)
    }

    /// Whether a media type is XML with the content of a JSON body, for which ``SyntaxTwins`` adds a method.
    private func isOtherSyntax(_ media: MediaTypeEntry, _ preferred: MediaGroup) -> Bool {
        form(media) == .xml && form(preferred.media[0]) == .json && hasSameSchema(preferred.media[0], media)
    }
}

/// Words for media types in the names of methods.
enum MediaWord {

    /// Returns the word for a group of media types: `PDF`, `Image` for several images, `Data` for any others.
    ///
    /// - Parameters:
    ///   - names: The media types.
    ///   - areBytes: Whether all of them are read as bytes, whatever their names.
    /// - Returns: The word.
    static func word(_ names: [String], areBytes: Bool) -> String {
        guard names.count > 1 else { return word(names[0]) }
        switch areBytes ? .binary : MediaForm(names[0]) {
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
        let essence = name.essence
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
        default: return subtype(name)
        }
    }

    /// Returns the word for a media type with its family and parameters, which distinguish it from a similar one.
    static func whole(_ name: String) -> String {
        SwiftName.type(name.replacing("*", with: " any ")).text
    }

    /// Returns the word for one media type without its family and its parameters.
    static func subtype(_ name: String) -> String {
        let essence = name.essence
        let parts = essence.split(separator: "/")
        guard parts.count == 2 else { return SwiftName.type(String(essence)).text }
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
