import AnybillAPI
import Foundation

/// The searchable strings of a receipt.
struct ReceiptText {
    /// The name of the store; empty if unknown.
    var store: String
    /// The street, postal code and city.
    var address: [String]
    /// The total, with a decimal point and with a decimal comma.
    var amounts: [String]
    /// The user's note; empty if there is none.
    var note: String
    /// The names and additional texts of lines and their parts.
    var lines: [String]
    /// The names, additional texts and IDs of discounts, on lines and on the whole receipt.
    var discounts: [String]

    /// Creates the searchable strings of a receipt.
    init(_ receipt: Receipt) {
        let seller = receipt.head.seller
        store = seller?.name ?? ""
        address = [seller?.address?.street, seller?.address?.postalCode, seller?.address?.city].compactMap { $0 }
        amounts = Self.spellings(of: receipt.data.fullAmountInclVat)
        note = receipt.misc.note ?? ""
        lines = []
        discounts = []
        for discount in receipt.data.discounts ?? [] {
            discounts += [discount.name, discount.additionalText, discount.id].compactMap { $0 }
        }
        for line in receipt.data.lines ?? [] { add(line) }
    }

    /// The strings by property, the most important first, as the search index contains them.
    var columns: [[String]] { [[store], [note], amounts, lines, discounts, address] }

    /// All strings in sequence.
    var all: [String] { [store] + address + amounts + [note] + lines + discounts }

    private mutating func add(_ line: Line) {
        switch line {
        case .defaultLine(let line):
            lines += [line.text, line.additionalText].compactMap { $0 }
            discounts += (line.discounts ?? []).map(\.discountId)
            for part in line.sublines ?? [] { add(part) }
        case .textLine(let line): lines += [line.text, line.additionalText].compactMap { $0 }
        case .discountLine(let line): discounts += [line.text, line.additionalText].compactMap { $0 }
        case .unknown: lines += [line.text, line.additionalText].compactMap { $0 }
        }
    }

    /// Returns an amount with two decimals or more, with a decimal point and with a decimal comma.
    static func spellings(of amount: Decimal) -> [String] {
        var text = "\(amount)"
        let decimals = text.firstIndex(of: ".").map { text.distance(from: $0, to: text.endIndex) - 1 } ?? 0
        if decimals == 0 { text += "." }
        text += String(repeating: "0", count: max(0, 2 - decimals))
        return [text, text.replacingOccurrences(of: ".", with: ",")]
    }
}
