public import AnybillAPI
public import Foundation

/// The criteria of a search in all receipts on the device.
public struct ReceiptSearch: Hashable, Sendable {
    /// The words that must all occur, in any order; case and accents are ignored.
    ///
    /// A word of three or more characters is also found in the middle of longer words, a shorter one at the beginning of
    /// words. Amounts may be written with a decimal point or a decimal comma. An empty string matches all receipts that pass
    /// the other filters.
    public var text: String

    /// Whether to return only favorites.
    public var favouritesOnly: Bool

    /// The range of dates of issue; `nil` includes all dates.
    public var dates: ClosedRange<Date>?

    /// The largest number of receipts to return; 1 or more.
    public var limit: Int

    /// Creates a search.
    public init(
        _ text: String = "",
        favouritesOnly: Bool = false,
        dates: ClosedRange<Date>? = nil,
        limit: Int = 50
    ) {
        self.text = text
        self.favouritesOnly = favouritesOnly
        self.dates = dates
        self.limit = limit
    }
}

/// A receipt that matches a search.
public struct ReceiptSearchHit: Hashable, Sendable, Identifiable {
    /// The receipt.
    public var receipt: Receipt

    /// The best matching excerpt, with the found words between `‹` and `›`; `nil` for a search without words.
    public var snippet: String?

    /// The id of the receipt.
    public var id: String { receipt.id }

    /// Creates a hit.
    public init(receipt: Receipt, snippet: String? = nil) {
        self.receipt = receipt
        self.snippet = snippet
    }
}

extension ReceiptSearch {
    /// The searched words, folded and without punctuation at their ends; empty if the text contains no letter or digit.
    var words: [String] {
        SearchFolding.words(text).compactMap { word in
            let isWanted = { (character: Character) in character.isLetter || character.isNumber }
            guard let first = word.firstIndex(where: isWanted), let last = word.lastIndex(where: isWanted) else {
                return nil
            }
            return String(word[first...last])
        }
    }
}

extension ReceiptSearch {
    /// Returns the matches in a list as the search index would, for a list that is not in the store.
    func hits(in receipts: [Receipt]) -> [ReceiptSearchHit] {
        let words = words
        let phrases = words.map(SearchFolding.phrase)
        let ranked = receipts.compactMap { receipt in
            rank(of: receipt, phrases).map { (rank: $0, receipt: receipt) }
        }
        // The receipts of one rank stay in the order of the list.
        let sorted = ranked.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
        return sorted.prefix(max(0, limit)).map { _, hit in
            words.isEmpty ? ReceiptSearchHit(receipt: hit.receipt) : ReceiptSearchHit(hit.receipt, words: words)
        }
    }

    /// Returns the position of the most important property with a word; `nil` if the receipt does not match.
    private func rank(of receipt: Receipt, _ phrases: [String]) -> Int? {
        let isKept = !favouritesOnly || receipt.misc.isFavourite
        guard isKept, dates?.contains(receipt.head.date) ?? true else { return nil }
        guard !phrases.isEmpty else { return 0 }
        let columns = ReceiptText(receipt).columns.map(SearchFolding.marked)
        guard phrases.allSatisfy({ phrase in columns.contains { $0.contains(phrase) } }) else { return nil }
        return columns.firstIndex { column in phrases.contains { column.contains($0) } }
    }
}

extension ReceiptSearchHit {
    /// The number of characters before and after the found word in an excerpt.
    private static let margin = 40

    /// Creates the hit of a receipt in which words were found; the excerpt is from the most important property.
    init(_ receipt: Receipt, words: [String]) {
        let text = ReceiptText(receipt)
        let properties = [text.store, text.note] + text.amounts + text.lines + text.discounts + text.address
        let snippet = properties.lazy.compactMap { Self.excerpt(of: $0, words: words) }.first
        self.init(receipt: receipt, snippet: snippet)
    }

    private static func excerpt(of text: String, words: [String]) -> String? {
        let whole = SearchFolding.fold(text)
        guard words.contains(where: whole.contains) else { return nil }
        // Each character is folded on its own, so that a found range can be mapped to the original.
        let folded = text.map { Array(SearchFolding.fold(String($0))) }
        let flat = folded.flatMap { $0 }
        let origin = folded.indices.flatMap { index in folded[index].map { _ in index } }
        for word in words.map(Array.init) where word.count <= flat.count {
            let starts = 0...(flat.count - word.count)
            let isStart = { (start: Int) in word.count > 2 || start == 0 || flat[start - 1].isWhitespace }
            guard let start = starts.first(where: { isStart($0) && flat[$0..<($0 + word.count)].elementsEqual(word) })
            else { continue }
            let characters = Array(text)
            let found = origin[start]...origin[start + word.count - 1]
            let from = max(0, found.lowerBound - margin)
            let to = min(characters.count, found.upperBound + 1 + margin)
            return (from > 0 ? "…" : "") + String(characters[from..<found.lowerBound]) + "‹"
                + String(characters[found]) + "›" + String(characters[(found.upperBound + 1)..<to])
                + (to < characters.count ? "…" : "")
        }
        return nil
    }
}
