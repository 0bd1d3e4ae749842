/// Finds the name that a writer most likely meant.
enum Suggestion {

    /// The candidate nearest to a misspelt name, or `nil` when none is near; of several the first by name, as a set has
    /// another order in each run.
    static func nearest(to name: String, among candidates: Set<String>) -> String? {
        nearest(to: name, among: candidates.sorted())
    }

    /// The candidate nearest to a misspelt name, or `nil` when none is near; of several the first.
    ///
    /// Near means at most two edits, and at most a third of the name's length. Letter case does not count.
    static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
        nearest(letters(name), candidates.lazy.map { ($0, letters($0)) })
    }

    /// What is compared of a name.
    fileprivate static func letters(_ name: String) -> [UInt8] {
        Array(name.lowercased().utf8.prefix(64))
    }

    fileprivate static func nearest(
        _ wanted: [UInt8],
        _ candidates: some Sequence<(name: String, letters: [UInt8])>
    ) -> String? {
        let limit = min(2, max(1, wanted.count / 3))
        var best: (name: String, distance: Int)?
        for (candidate, letters) in candidates {
            guard abs(letters.count - wanted.count) <= limit else { continue }
            let distance = distance(wanted, letters)
            if distance <= limit, distance < best?.distance ?? .max {
                best = (candidate, distance)
            }
        }
        return best?.name
    }

    /// Edits that turn one text into the other: insertion, removal, replacement, exchange of neighbours.
    private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
        guard !first.isEmpty, !second.isEmpty else { return max(first.count, second.count) }
        var beforeLast = [Int](repeating: 0, count: second.count + 1)
        var last = Array(0...second.count)
        for i in 1...first.count {
            var row = [i] + [Int](repeating: 0, count: second.count)
            for j in 1...second.count {
                let same = first[i - 1] == second[j - 1]
                row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1))
                if i > 1, j > 1, first[i - 1] == second[j - 2], first[i - 2] == second[j - 1] {
                    row[j] = min(row[j], beforeLast[j - 2] + 1)
                }
            }
            (beforeLast, last) = (last, row)
        }
        return last[second.count]
    }
}

/// Finds what was meant by several misspelt names of one kind.
///
/// The time is bounded: of thousands of wrong names among thousands of right ones only the first get a response.
struct Suggestions {

    private let candidates: [(name: String, letters: [UInt8])]
    /// How many names may still be compared.
    private var rest = 200_000

    init(_ names: [String]) {
        candidates = names.map { ($0, Suggestion.letters($0)) }
    }

    /// The candidate nearest to a name; `nil` when none is near, or when too much was compared already.
    mutating func nearest(to name: String) -> String? {
        guard rest > 0 else { return nil }
        rest -= candidates.count
        return Suggestion.nearest(Suggestion.letters(name), candidates)
    }
}
