/// The successes of an operation that one method receives.
struct ResponseGroup {
    /// The word that distinguishes the method from those of other groups; empty for the preferred group.
    var suffix: String
    /// The successes, each with the media types that the method receives.
    var responses: [ResponseEntry]
    /// The statuses of these successes; empty if the method receives all successes of the operation.
    var statuses: [ClosedRange<Int>] = []
}

extension BodyResolver {

    /// Returns the successes of an operation, reduced to the media types of one method, the preferred one first.
    ///
    /// In each of the others, a success without media types of that method keeps its preferred ones. A stream has no
    /// place among the cases of an enum, so that a method with a stream receives only successes with the same items.
    func responseGroups(_ responses: [ResponseEntry]) -> [ResponseGroup] {
        let media = responses.map(mediaGroups)
        var suffixes = [""]
        for suffix in media.flatMap({ $0.map(\.suffix) }) where !suffixes.contains(suffix) {
            suffixes.append(suffix)
        }
        var groups: [ResponseGroup] = []
        var others: [[ResponseEntry]] = []
        for suffix in suffixes {
            let reduced = zip(responses, media).map { entry, groups in
                var entry = entry
                entry.content = (groups.first { $0.suffix == suffix } ?? groups.first)?.media ?? []
                return entry
            }
            let own = zip(responses, media).filter { $1.contains { $0.suffix == suffix } }.map(\.0.status)
            var parts = separated(reduced)
            if !suffix.isEmpty { parts.removeAll { part in !part.contains { own.contains($0.status) } } }
            guard !parts.isEmpty else { continue }
            groups.append(ResponseGroup(suffix: suffix, responses: parts.removeFirst()))
            others += parts
        }
        for part in others where !groups.contains(where: { $0.includes(part) }) {
            groups.append(ResponseGroup(suffix: word(for: part, besides: groups), responses: part))
        }
        return groups.map { group in
            var group = group
            group.statuses = statuses(of: group.responses, among: responses)
            return group
        }
    }

    /// Returns the media types that the method of one group requests.
    ///
    /// A type of a failure that other methods request would let the server choose another success.
    func accepted(_ group: ResponseGroup, _ errors: [ResponseEntry], besides others: [ResponseGroup]) -> [String] {
        let all = accepted(group.responses)
        let requested = all + others.flatMap { accepted($0.responses) }
        // What only this method reads comes first, so that a server does not prefer what other methods read as well.
        let rest = group.suffix.isEmpty ? [] : others.filter { $0.suffix != group.suffix }
        let shared = rest.flatMap { accepted($0.responses) }
        let own = all.filter { !shared.contains($0) } + all.filter(shared.contains)
        return own + accepted(errors).filter { !requested.contains($0) && (own.isEmpty || !$0.contains("*")) }
    }

    /// Returns the JSON media types that the method of a group does not read, although its operation documents them.
    ///
    /// Parameters distinguish no types here: the client compares those of the types that a method reads.
    func otherJSON(than group: ResponseGroup, in groups: [ResponseGroup]) -> [String] {
        func json(_ group: ResponseGroup) -> [String] {
            group.responses.flatMap(\.content).map { $0.name.prefix { $0 != ";" }.lowercased().trimmed }
                .filter(MediaRange.isJSON)
        }
        var known = json(group)
        guard !known.isEmpty else { return [] }
        return groups.flatMap(json).filter { type in
            defer { known.append(type) }
            return !known.contains(type)
        }
    }

    /// Groups the media types of a success, the preferred group first.
    private func mediaGroups(_ response: ResponseEntry) -> [MediaGroup] {
        guard response.content.count > 1 else { return response.content.map { MediaGroup(media: [$0]) } }
        guard let chosen = preferred(response.content, Self.responseOrder) else { return [] }
        let isMixed = !isModel(chosen) && !form(chosen).isSequential
        let content = isMixed ? response.content : distinct(response.content)
        return groups(content, startingWith: chosen, isMixed: isMixed) { isOne($0, $1) }
    }

    /// Separates successes with streams from those with other bodies, and streams of different items from each other.
    ///
    /// - Parameter responses: The successes.
    /// - Returns: The parts, the one with the lowest status first.
    private func separated(_ responses: [ResponseEntry]) -> [[ResponseEntry]] {
        guard responses.count > 1 else { return [responses] }
        let ordered = responses.sorted { $0.status < $1.status }
        var parts: [(stream: MediaTypeEntry?, responses: [ResponseEntry])] = []
        for response in ordered {
            guard let chosen = preferred(response.content, Self.responseOrder) else { continue }
            let stream = isStream(chosen) ? chosen : nil
            let index = parts.firstIndex { part in
                guard let known = part.stream, let stream else { return part.stream == nil && stream == nil }
                return isSame(known, stream)
            }
            if let index {
                parts[index].responses.append(response)
            } else {
                parts.append((stream, [response]))
            }
        }
        guard parts.count > 1 else { return [responses] }
        // A success without a body is a case of the enum, or else a stream without items.
        let place = parts.firstIndex { $0.stream == nil } ?? 0
        parts[place].responses += ordered.filter(\.content.isEmpty)
        return parts.map { part in
            let statuses = part.responses.map(\.status)
            return responses.filter { statuses.contains($0.status) }
        }
    }

    private func isStream(_ media: MediaTypeEntry) -> Bool {
        form(media).isSequential || form(media) == .multipart && isPartStream(media)
    }

    /// Returns the word for successes that the methods of other groups do not receive: for their media type, or for their
    /// status if another method has this word.
    private func word(for part: [ResponseEntry], besides groups: [ResponseGroup]) -> String {
        let taken = groups.map(\.suffix) + [mediaWord(groups[0].responses)]
        let (media, status) = (mediaWord(part), StatusName.word(part[0].status))
        return [media, status, media + status].first { !taken.contains($0) } ?? media + status
    }

    private func mediaWord(_ responses: [ResponseEntry]) -> String {
        responses.first { !$0.content.isEmpty }.map { entry in
            MediaWord.word(entry.content.map(\.name), areBytes: form(entry.content[0]) == .binary)
        } ?? ""
    }

    /// Returns the statuses of some successes as numbers; an empty list if they include all successes.
    func statuses(of own: [ResponseEntry], among all: [ResponseEntry]) -> [ClosedRange<Int>] {
        let known = own.map(\.status)
        let others = all.map(\.status).filter { !known.contains($0) }
        guard !others.isEmpty else { return [] }
        var numbers = Set(known.compactMap { Int($0) })
        if known.contains(where: { Int($0) == nil }) {
            numbers.formUnion(Set(200...299).subtracting(others.compactMap { Int($0) }))
        }
        var ranges: [ClosedRange<Int>] = []
        for number in numbers.sorted() {
            if let last = ranges.last, last.upperBound + 1 == number {
                ranges[ranges.count - 1] = last.lowerBound...number
            } else {
                ranges.append(number...number)
            }
        }
        return ranges
    }
}

extension ResponseGroup {
    /// Whether the group contains some successes with the same media types.
    fileprivate func includes(_ part: [ResponseEntry]) -> Bool {
        part.allSatisfy { entry in
            responses.contains { $0.status == entry.status && $0.content.map(\.name) == entry.content.map(\.name) }
        }
    }
}

extension ResponseEntry {
    /// The description of the response on one line; `nil` if it says no more than the status, as in "Not Found".
    var documentation: String? {
        let text = (summary ?? description).map(CommentText.line)?.trimmed ?? ""
        let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
        let name = CaseNames.words(of: StatusName.member(status).text).map { $0.lowercased() }
        let known = Self.empty.union(name.map { $0[...] }).union([status.lowercased()[...]])
        let isEmpty = words.allSatisfy(known.contains)
        return isEmpty ? nil : text
    }

    /// Words that describe no response.
    private static let empty: Set<Substring> = [
        "a", "an", "body", "code", "content", "data", "default", "error", "errors", "failed", "failure", "http", "is",
        "no",
        "ok", "okay", "operation", "request", "response", "result", "status", "success", "successful", "the",
    ]
}
