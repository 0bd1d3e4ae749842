/// Finds the name that was most likely meant.
package enum Suggestion {

    /// Returns the candidate nearest to a misspelt name, or `nil` if none is near.
    ///
    /// Of several, returns the first in alphabetical order, because the order of a set changes from run to run.
    static func nearest(to name: String, among candidates: Set<String>) -> String? {
        nearest(to: name, among: candidates.sorted())
    }

    /// Returns the candidate nearest to a misspelt name, or `nil` if none is near.
    ///
    /// Of several, returns the first.
    ///
    /// A candidate is near with at most two edits, and at most a third of the name's length. Letter case is ignored.
    package static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
        nearest(letters(name), candidates.lazy.map { ($0, letters($0)) })
    }

    /// The letters of a name that are compared.
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

    /// The number of edits that turn one string into the other: insertions, removals, replacements and swaps of
    /// neighbors.
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

/// Finds the intended names of several misspelt names of one kind.
///
/// The time is limited: of thousands of wrong names among thousands of candidates, only the first get a suggestion.
struct Suggestions {

    private let candidates: [(name: String, letters: [UInt8])]
    /// The number of comparisons that are left.
    private var rest = 200_000

    init(_ names: [String]) {
        candidates = names.map { ($0, Suggestion.letters($0)) }
    }

    /// Returns the candidate nearest to a name; `nil` if none is near or the number of comparisons is used up.
    mutating func nearest(to name: String) -> String? {
        guard rest > 0 else { return nil }
        rest -= candidates.count
        return Suggestion.nearest(Suggestion.letters(name), candidates)
    }
}
