/// Finds the first difference between two texts.
enum TextDiff {

    /// Returns the first lines that differ, in unified format with two lines of context.
    ///
    /// Empty for equal texts.
    static func firstDifference(expected: String, actual: String) -> String {
        let old = lines(expected)
        let new = lines(actual)
        guard old != new else { return "" }
        let start = zip(old, new).prefix { $0 == $1 }.count
        let (oldEnd, newEnd) = end(old, new, from: start)
        let before = old[max(0, start - 2)..<start].map { " " + $0 }
        let removed = old[start..<oldEnd].map { "-" + $0 }
        let added = new[start..<newEnd].map { "+" + $0 }
        let after = old[oldEnd..<min(old.count, oldEnd + 2)].map { " " + $0 }
        let first = max(0, start - 2) + 1
        let head =
            "@@ -\(first),\(before.count + removed.count + after.count)"
            + " +\(first),\(before.count + added.count + after.count) @@"
        return ([head] + before + removed + added + after).joined(separator: "\n")
    }

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Returns the lines from which the texts have two equal lines again, or their ends if there are none.
    private static func end(_ old: [String], _ new: [String], from start: Int) -> (old: Int, new: Int) {
        for distance in 1...40 {
            for step in 0...distance {
                let (one, other) = (start + step, start + distance - step)
                if agree(old, one, new, other) {
                    return (one, other)
                }
            }
        }
        return (min(old.count, start + 20), min(new.count, start + 20))
    }

    private static func agree(_ old: [String], _ one: Int, _ new: [String], _ other: Int) -> Bool {
        guard one <= old.count, other <= new.count else { return false }
        let (first, second) = (old[one...].prefix(2), new[other...].prefix(2))
        return first.elementsEqual(second)
            && (first.count == 2 || (one + first.count == old.count && other + second.count == new.count))
    }
}
