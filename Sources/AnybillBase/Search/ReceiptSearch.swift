public import AnybillAPI
public import Foundation

/// The criteria of a search in all receipts on the device.
public struct ReceiptSearch: Hashable, Sendable {
    /// The words that must all occur, each as the beginning of a word; case and accents are ignored.
    ///
    /// Amounts may be written with a decimal point or a decimal comma. An empty string matches all receipts that pass
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
    /// The search in the query syntax of the full-text index; `nil` if it contains no word.
    var expression: String? {
        let words = text.split(whereSeparator: \.isWhitespace).filter { word in
            word.unicodeScalars.contains(where: CharacterSet.alphanumerics.contains)
        }
        guard !words.isEmpty else { return nil }
        // A quoted word has no special meaning, whatever characters it contains; the asterisk matches it as a prefix.
        return words.map { "\"\($0.replacingOccurrences(of: "\"", with: ""))\" *" }.joined(separator: " ")
    }
}
