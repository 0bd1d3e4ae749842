/// The subject of a sentence about an object of a document.
enum SentenceSubject {

    /// Returns the subject for a description: `The schema` for `a schema`, and the name of a key in quotes.
    static func text(_ what: String) -> String {
        let words = what.split(separator: " ", maxSplits: 1)
        guard let first = words.first, words.count == 2 else { return "'\(what)'" }
        return ["a", "an", "the"].contains(first) ? "The \(words[1])" : what.prefix(1).uppercased() + what.dropFirst()
    }
}
