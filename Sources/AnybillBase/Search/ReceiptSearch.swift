public import AnybillAPI
public import Foundation

/// What to look for among all receipts on the device.
public struct ReceiptSearch: Hashable, Sendable {
    /// Words that must all occur, each as the beginning of a word; case and accents do not count.
    ///
    /// Amounts may be written with a point or a comma. Empty finds all receipts that pass the other filters.
    public var text: String

    /// Whether only favourites are wanted.
    public var favouritesOnly: Bool

    /// Times of issue that are wanted; `nil` takes all.
    public var dates: ClosedRange<Date>?

    /// Most receipts to give; 1 or more.
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

/// A receipt that a search has found.
public struct ReceiptSearchHit: Hashable, Sendable, Identifiable {
    /// The receipt.
    public var receipt: Receipt

    /// The place in its texts that fits best, with the found words between `‹` and `›`; `nil` for a search without words.
    public var snippet: String?

    /// Id of the receipt.
    public var id: String { receipt.id }

    /// Creates a hit.
    public init(receipt: Receipt, snippet: String? = nil) {
        self.receipt = receipt
        self.snippet = snippet
    }
}

extension ReceiptSearch {
    /// The search in the language of the full-text index; `nil` when there is no word in it.
    var expression: String? {
        let words = text.split(whereSeparator: \.isWhitespace).filter { word in
            word.unicodeScalars.contains(where: CharacterSet.alphanumerics.contains)
        }
        guard !words.isEmpty else { return nil }
        // Quoted, a word is only a word, whatever signs are in it; the star takes it as a beginning.
        return words.map { "\"\($0.replacingOccurrences(of: "\"", with: ""))\" *" }.joined(separator: " ")
    }
}
