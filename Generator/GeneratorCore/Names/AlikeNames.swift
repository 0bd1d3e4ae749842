/// Distinguishes the names of strings that would share one.
enum AlikeNames {

    /// The difference between a string and its name.
    ///
    /// 0 if they are equal, 1 if they differ in case and separators, 2 if the name lacks more. Nearer names are
    /// assigned first.
    static func distance(_ name: Identifier, from text: String) -> Int {
        if name.text == text {
            return 0
        }
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            return letters(text).elementsEqual(letters(name.text)) ? 1 : 2
        }
        let plain = text.filter { $0 != "_" && $0 != "-" && $0 != " " }.lowercased()
        return plain == name.text.lowercased().filter { $0 != "_" } ? 1 : 2
    }

    /// Returns the bytes of an ASCII string in lower case, without separators.
    private static func letters(_ text: String) -> some Sequence<UInt8> {
        text.utf8.lazy.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
            .map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
    }

    /// Returns the names of strings, with words for signs where only signs distinguish some of them: `etcGMTPlus1` and
    /// `etcGMTMinus1` for `Etc/GMT+1` and `Etc/GMT-1`.
    ///
    /// - Parameters:
    ///   - wanted: The names without such words, some of which are equal.
    ///   - texts: The strings; `nil` for one whose name was chosen.
    ///   - name: Returns the name of a string.
    /// - Returns: The names, some of which may still be equal.
    static func spelled(_ wanted: [Identifier], _ texts: [String?], _ name: (String) -> Identifier) -> [Identifier] {
        let groups = Dictionary(grouping: wanted.indices) { wanted[$0] }
        let alike = groups.values.filter { $0.count > 1 }.flatMap { $0 }
        let telling = Set(alike.compactMap { texts[$0].map(signs) }.joined())
        guard !telling.isEmpty else { return wanted }
        // All names get the words that one of them needs.
        let result = wanted.indices.map { index in
            texts[index].map { name(withWords($0, for: telling)) } ?? wanted[index]
        }
        // A word that distinguishes no names is omitted.
        let counts = result.reduce(into: [Identifier: Int]()) { $0[$1, default: 0] += 1 }
        return wanted.indices.map { counts[result[$0]] == 1 ? result[$0] : wanted[$0] }
    }

    /// Returns a string with words in place of all its signs: ` at type` for `@type`.
    static func spelledOut(_ text: String) -> String { withWords(text, for: known) }

    /// The signs of a string; a hyphen counts at an end and before a digit.
    private static func signs(_ text: String) -> [Unicode.Scalar] {
        let scalars = Array(text.unicodeScalars)
        return scalars.indices.filter { isSign(at: $0, scalars) }.map { scalars[$0] }
    }

    private static func isSign(at index: Int, _ scalars: [Unicode.Scalar]) -> Bool {
        guard known.contains(scalars[index]) else { return false }
        let isInside = index > 0 && index + 1 < scalars.count
        return scalars[index] != "-" || !isInside || "0"..."9" ~= scalars[index + 1]
    }

    /// Returns a string with words in place of the signs that distinguish it from others.
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
