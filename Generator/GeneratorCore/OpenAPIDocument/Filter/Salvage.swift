import YAMLReader

/// Removes the smallest parts that contain a document's errors, so that the rest can be generated.
struct Salvage {

    /// A part that can be removed.
    struct Part: Hashable {
        let file: Int
        let place: [String]
        /// The name of the part in messages.
        let name: String
        let range: SourceRange
    }

    let sources: SourceStore
    /// Whether the document is a file of schemas, any of which can be removed.
    var isSchemaFile = false
    /// The trees before any removal.
    var originals: [Node?] = []

    /// Returns the parts that contain the errors; `nil` if an error is in no part that can be removed.
    func parts(holding errors: [Diagnostic]) -> [Part]? {
        var found: [(place: Place, offers: [SalvageOffers.Offer])] = []
        let ranges = errors.map { $0.culprit ?? $0.range }
        let places = places(of: ranges)
        for range in ranges {
            let choices = (places[range] ?? []).map { ($0, offers($0)) }
            guard choices.contains(where: { !$0.1.isEmpty }) else { return nil }
            found += choices
        }
        // If not all parts can be removed, remove the larger part around them.
        while let widened = withoutLoneOffers(found) {
            found = widened
        }
        var known: Set<Part> = []
        return found.compactMap(part).filter { known.insert($0).inserted }
    }

    /// Returns the choices with the next larger parts where a list or mapping that needs at least one entry would lose
    /// all of them; `nil` if there is no such choice.
    private func withoutLoneOffers(
        _ found: [(place: Place, offers: [SalvageOffers.Offer])]
    ) -> [(place: Place, offers: [SalvageOffers.Offer])]? {
        var chosen: [Parent: Set<String>] = [:]
        for (place, offers) in found {
            guard let offer = offers.last, offer.needsSibling else { continue }
            chosen[Parent(place, offer), default: []].insert(place.path[offer.length - 1])
        }
        var isChanged = false
        let result = found.map { place, offers in
            guard let offer = offers.last, offer.needsSibling else { return (place, offers) }
            let parent = Parent(place, offer)
            let node = sources.roots[parent.file]?.resolve(JSONPointer(parent.path))
            let count = node?.sequence?.count ?? node?.mapping?.count ?? 0
            guard chosen[parent]?.count ?? 0 >= count, offers.count > 1 else { return (place, offers) }
            isChanged = true
            return (place, offers.dropLast())
        }
        return isChanged ? result : nil
    }

    /// The list or mapping that contains a removable part.
    private struct Parent: Hashable {
        let file: Int
        let path: [String]

        init(_ place: Place, _ offer: SalvageOffers.Offer) {
            file = place.file
            path = Array(place.path.prefix(offer.length - 1))
        }
    }

    /// Returns the schemas of the components that contain the errors and that nothing uses; `nil` if an error is
    /// elsewhere.
    ///
    /// - Parameters:
    ///   - errors: The errors.
    ///   - used: The components that are used, each as its kind and name.
    func unused(holding errors: [Diagnostic], besides used: Set<[String]>) -> [(part: Part, error: Diagnostic)]? {
        let places = places(of: errors.map(\.range))
        var found: [(part: Part, error: Diagnostic)] = []
        for error in errors {
            guard let all = places[error.range], !all.isEmpty else { return nil }
            for place in all {
                let path = Array(place.path.prefix(3))
                guard place.file == 0, path.count == 3, path.starts(with: ["components", "schemas"]),
                    !used.contains(Array(path[1...]))
                else { return nil }
                let key = sources.roots[0]?["components"]?["schemas"]?.mapping?.entry(path[2])?.key
                let range = key?.range ?? error.range
                found.append((Part(file: 0, place: path, name: path[2], range: range), error))
            }
        }
        return found
    }

    private func offers(_ place: Place) -> [SalvageOffers.Offer] {
        guard let root = sources.roots[place.file] else {
            return [.init(length: 0, name: "file '\(sources.files[place.file].path)'")]
        }
        let original = originals.indices.contains(place.file) ? originals[place.file] : nil
        var offers = SalvageOffers(place: place.path, root: root, original: original ?? root)
        offers.find(isOpen: place.file > 0 || isSchemaFile)
        guard place.file > 0 else { return offers.found }
        return [.init(length: 0, name: "file '\(sources.files[place.file].path)'")] + offers.found
    }

    private func part(_ place: Place, _ offers: [SalvageOffers.Offer]) -> Part? {
        guard let offer = offers.last else { return nil }
        let path = Array(place.path.prefix(offer.length))
        let parent = sources.roots[place.file]?.resolve(JSONPointer(Array(path.dropLast())))
        let range =
            path.last.flatMap { parent?.mapping?.entry($0)?.key.range ?? parent?.resolve(JSONPointer([$0]))?.range }
            ?? SourceRange(start: .start, end: .start, file: place.file)
        return Part(file: place.file, place: path, name: offer.name, range: range)
    }

    /// Removes parts from their files.
    func remove(_ parts: [Part]) {
        for (file, parts) in Dictionary(grouping: parts, by: \.file) {
            guard file == 0 || !parts.contains(where: \.place.isEmpty) else {
                sources.omit(file)
                continue
            }
            let range = SourceRange(start: .start, end: .start, file: file)
            let empty = Node(.mapping(Mapping([])), range: range)
            let rest = sources.roots[file].flatMap { NodePlaces(parts.map(\.place)).removed(from: $0) }
            sources.replaceRoot(of: file, by: rest ?? empty)
        }
    }

    // MARK: - Locations

    private typealias Place = (file: Int, path: [String])

    /// Returns the paths of the value or key at each range; several paths for a node that is used through an alias.
    private func places(of ranges: [SourceRange]) -> [SourceRange: [Place]] {
        var found: [SourceRange: [Place]] = [:]
        for range in ranges where range.file > 0 && sources.roots[range.file] == nil {
            found[range] = [(range.file, [])]
        }
        // Corrections from an overlay are in the document's tree.
        for file in [0] + Set(ranges.map(\.file)).subtracting([0]).sorted() {
            guard let root = sources.roots[file] else { continue }
            let open = ranges.filter { found[$0] == nil && (file == 0 || $0.file == file) }
            for (range, paths) in RangeSearch(open).places(in: root) {
                found[range] = paths.map { (file, $0) }
            }
        }
        return found
    }
}
