public import AnybillAPI
import Foundation

extension Array where Element == Receipt {
    /// Returns the receipts that contain a string, in the same order.
    ///
    /// Searches the store's name and address, the total in both notations, the user's note, and the texts of lines and
    /// discounts. Ignores case and accents. Examines every receipt; for large stores, use
    /// ``ReceiptProvider/search(_:)-(ReceiptSearch)``.
    ///
    /// - Parameter keyword: The string; leading and trailing whitespace is ignored, and an empty string matches every
    ///   receipt.
    /// - Returns: The matching receipts.
    public func searchReceipts(for keyword: String) -> [Receipt] {
        let needle = SearchFolding.fold(keyword.trimmed)
        guard !needle.isEmpty else { return self }
        return filter { receipt in
            ReceiptText(receipt).all.contains { SearchFolding.fold($0).contains(needle) }
        }
    }
}

/// A namespace for making strings comparable, without case and accents.
enum SearchFolding {
    /// Returns the string in lower case and without accents.
    static func fold(_ text: String) -> String {
        // Most strings are ASCII, for which lowercasing is sufficient.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        return text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    /// The mark before each word in the search index, with which a search for one or two letters finds the beginnings
    /// of words although the index contains only sequences of three characters.
    static let mark = "\u{2}\u{2}"

    /// Returns the form of a word that is searched; the mark restricts a short word to the beginnings of words.
    static func phrase(_ word: String) -> String {
        let count = word.unicodeScalars.count
        return count < 3 ? mark.suffix(3 - count) + word : word
    }

    /// Returns the words of strings with their marks, in which a phrase is searched.
    static func marked(_ texts: [String]) -> String {
        words(texts.joined(separator: " ")).map { mark + $0 }.joined()
    }

    /// Returns the folded words of a string, which are separated by whitespace and control characters.
    static func words(_ text: String) -> [Substring] {
        fold(text).split { character in
            character.isWhitespace || character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .control }
        }
    }
}
