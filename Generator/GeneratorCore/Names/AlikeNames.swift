/// Tells names apart that several texts would share.
enum AlikeNames {

    /// How far the name of a text is from the text.
    ///
    /// 0 for the same, 1 for one that differs by case and separators, 2 for one that lacks more. Nearer ones take a name
    /// first.
    static func distance(_ name: Identifier, from text: String) -> Int {
        if name.text == text {
            return 0
        }
        let plain = text.filter { $0 != "_" && $0 != "-" && $0 != " " }.lowercased()
        return plain == name.text.lowercased().filter { $0 != "_" } ? 1 : 2
    }

    /// The names of texts, with words for signs where signs alone tell some apart: `etcGMTPlus1` and `etcGMTMinus1` for
    /// `Etc/GMT+1` and `Etc/GMT-1`.
    ///
    /// - Parameters:
    ///   - wanted: The names without such words, some of which are equal.
    ///   - texts: The texts; `nil` for one whose name was chosen.
    ///   - name: Makes a name of a text.
    /// - Returns: The names, of which some may be equal still.
    static func spelled(_ wanted: [Identifier], _ texts: [String?], _ name: (String) -> Identifier) -> [Identifier] {
        let groups = Dictionary(grouping: wanted.indices) { wanted[$0] }
        let alike = groups.values.filter { $0.count > 1 }.flatMap { $0 }
        let telling = Set(alike.compactMap { texts[$0].map(signs) }.joined())
        guard !telling.isEmpty else { return wanted }
        // What one value needs is read in all of them.
        let result = wanted.indices.map { index in
            texts[index].map { name(withWords($0, for: telling)) } ?? wanted[index]
        }
        // A word that tells nothing apart is none.
        let counts = result.reduce(into: [Identifier: Int]()) { $0[$1, default: 0] += 1 }
        return wanted.indices.map { counts[result[$0]] == 1 ? result[$0] : wanted[$0] }
    }

    /// The signs of a text; a hyphen is one at an end and before a digit.
    private static func signs(_ text: String) -> [Unicode.Scalar] {
        let scalars = Array(text.unicodeScalars)
        return scalars.indices.filter { isSign(at: $0, scalars) }.map { scalars[$0] }
    }

    private static func isSign(at index: Int, _ scalars: [Unicode.Scalar]) -> Bool {
        guard known.contains(scalars[index]) else { return false }
        let isInside = index > 0 && index + 1 < scalars.count
        return scalars[index] != "-" || !isInside || "0"..."9" ~= scalars[index + 1]
    }

    /// A text with words in the places of its signs, as far as they tell something apart.
    private static func withWords(_ text: String, for telling: Set<Unicode.Scalar>) -> String {
        let scalars = Array(text.unicodeScalars)
        return scalars.indices.map { index in
            guard telling.contains(scalars[index]), isSign(at: index, scalars),
                let word = Identifier.symbols[scalars[index]]
            else { return String(Character(scalars[index])) }
            return " \(word) "
        }.joined()
    }

    private static let known = Set("+-*=<>!&|%$#@?~^".unicodeScalars)
}
