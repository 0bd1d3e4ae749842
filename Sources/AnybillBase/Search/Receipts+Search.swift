public import AnybillAPI
import Foundation

extension Array where Element == Receipt {
    /// The receipts that hold a text, in the same order.
    ///
    /// Looks at the store's name and address, the total in both notations, the user's note, and the texts of lines and
    /// discounts. Case and accents do not count. Goes through every receipt: for large stores use
    /// ``ReceiptProvider/search(_:)-(ReceiptSearch)``.
    ///
    /// - Parameter keyword: The text; white space at its ends does not count, and an empty one finds everything.
    /// - Returns: The receipts with the text.
    public func searchReceipts(for keyword: String) -> [Receipt] {
        let needle = SearchFolding.fold(keyword.trimmed)
        guard !needle.isEmpty else { return self }
        return filter { receipt in
            ReceiptText(receipt).all.contains { SearchFolding.fold($0).contains(needle) }
        }
    }
}

/// Makes texts comparable: without case and accents.
enum SearchFolding {
    /// The text in lower case and without accents.
    static func fold(_ text: String) -> String {
        // Most texts are plain ASCII, for which lower case is all there is to do.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        return text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}
