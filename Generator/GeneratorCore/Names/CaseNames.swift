/// Shortens the names of the cases of a union.
enum CaseNames {

    /// Returns the names without the words with which all of them begin.
    ///
    /// - Parameters:
    ///   - names: The names as they would be without shortening.
    ///   - isPinned: Whether the document sets a name, for each of them. Such a name does not change.
    ///   - reserved: The names that no case may have.
    /// - Returns: The names; the original ones if they have no common words, or if a short one would not be a name.
    static func shortened(_ names: [Identifier], pinned isPinned: [Bool], reserving reserved: [Identifier])
        -> [Identifier]
    {
        let free = zip(names, isPinned).filter { !$0.1 }.map { words(of: $0.0.text) }
        guard free.count > 1, let first = free.first else { return names }
        let common = free.reduce(first.count) { count, words in
            min(count, zip(words, first).prefix { $0.lowercased() == $1.lowercased() }.count)
        }
        guard common > 0 else { return names }
        let short = zip(names, isPinned).map { name, isPinned -> Identifier? in
            guard !isPinned else { return name }
            let rest = words(of: name.text).dropFirst(common).joined()
            guard rest.first?.isLetter == true else { return nil }
            return SwiftName.enumCase(rest)
        }.compactMap { $0 }
        let isClear =
            short.count == names.count && Set(short).count == short.count
            && Set(short).isDisjoint(with: reserved)
        return isClear ? short : names
    }

    /// Returns the names without the words with which all of them begin; without such words, a single variant with a name
    /// of its own lacks those with which the name of the union begins.
    ///
    /// - Parameters:
    ///   - names: The names as they would be without shortening.
    ///   - union: The name of the union.
    ///   - named: The indices of the names that come from the document.
    ///   - isPinned: Whether the document sets a name, for each of them.
    ///   - reserved: The names that no case may have.
    /// - Returns: The names.
    static func shortened(
        _ names: [Identifier],
        beside union: Identifier,
        named: [Int],
        pinned isPinned: [Bool],
        reserving reserved: [Identifier]
    ) -> [Identifier] {
        let common = shortened(names, pinned: isPinned, reserving: reserved)
        guard common == names, names.count > 1, named.count == 1, let index = named.first, !isPinned[index] else {
            return common
        }
        let own = words(of: names[index].text)
        let count = zip(own, words(of: union.text)).prefix { $0.lowercased() == $1.lowercased() }.count
        let rest = own.dropFirst(count).joined()
        guard count > 0, rest.first?.isLetter == true else { return names }
        var short = names
        short[index] = SwiftName.enumCase(rest)
        return Set(short).count == short.count && !reserved.contains(short[index]) ? short : names
    }

    /// Returns the words of a name in camel case: `card`, `API`, `Key` for `cardAPIKey`.
    static func words(of name: String) -> [String] {
        var words: [String] = []
        var word = ""
        let letters = Array(name)
        for (index, letter) in letters.enumerated() {
            let isFirst = index == 0 || !letter.isUppercase
            let followsCapital = index > 0 && letters[index - 1].isUppercase
            let startsWord = followsCapital && index + 1 < letters.count && letters[index + 1].isLowercase
            if !isFirst, !followsCapital || startsWord, !word.isEmpty {
                words.append(word)
                word = ""
            }
            word.append(letter)
        }
        return word.isEmpty ? words : words + [word]
    }
}
