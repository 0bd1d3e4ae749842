import AnybillAPI
import APIRuntime
import Foundation

/// A formatter that prints receipts in lines of 42 characters.
enum ReceiptText {
    private static let width = 42

    /// Returns the lines of a receipt, from the shop's name to the footer.
    static func lines(of receipt: Receipt) -> [String] {
        head(receipt.head) + [rule] + (receipt.data.lines ?? []).flatMap(line) + [rule] + totals(receipt.data) + [rule]
            + [receipt.misc.footerText ?? "Thank you for your purchase"]
    }

    /// Returns the lines of the data that the till signed.
    static func securityLines(of receipt: Receipt) -> [String] {
        let tse = receipt.security?.tse
        return [
            "Signature", rule,
            "Till \(receipt.cashRegister?.serialNumber ?? "-")",
            "Device \(tse?.serialNumber ?? "-")",
            "Transaction \(tse?.transactionNumber.map { String($0) } ?? "-")",
            "Counter \(tse?.signatureNumber.map { String($0) } ?? "-")",
            "Start \(tse?.timestampStart ?? "-")",
            "End \(tse?.timestampEnd ?? "-")",
        ]
    }

    private static var rule: String { String(repeating: "-", count: width) }

    private static func head(_ head: Head) -> [String] {
        let address = head.seller?.address
        return [
            head.seller?.name ?? "",
            address?.street ?? "",
            [address?.postalCode, address?.city].compactMap { $0 }.joined(separator: " "),
            head.seller?.vatId.map { "VAT id \($0)" } ?? "",
            "Receipt \(head.number ?? "-")",
            HTTPDate.format(head.date),
        ].filter { !$0.isEmpty }
    }

    private static func line(_ line: Line) -> [String] {
        switch line {
        case .defaultLine(let line):
            let quantity = line.item.map { "  \($0.quantity) x \($0.pricePerUnit.map { "\($0)" } ?? "-")" }
            return [row(line.text, line.fullAmountInclVat)] + [quantity].compactMap { $0 }
        case .textLine(let line): return [line.text]
        case .discountLine(let line): return [row(line.text, line.fullAmountInclVat ?? 0)]
        case .unknown: return []
        }
    }

    private static func totals(_ data: ReceiptData) -> [String] {
        [row("Total \(data.currency)", data.fullAmountInclVat)]
            + (data.paymentMethods ?? []).map { row($0.name, $0.amount) }
            + (data.vatAmounts ?? []).map { row("of which \($0.percentage) % VAT", $0.vat ?? 0) }
    }

    private static func row(_ text: String, _ amount: Decimal) -> String {
        let amount = fixed(amount)
        let text = text.prefix(width - amount.count - 1)
        return text + String(repeating: " ", count: width - text.count - amount.count) + amount
    }

    /// Returns an amount with two decimals.
    private static func fixed(_ amount: Decimal) -> String {
        var value = amount
        var rounded = Decimal()
        NSDecimalRound(&rounded, &value, 2, .plain)
        let parts = "\(rounded)".split(separator: ".", omittingEmptySubsequences: false)
        let decimals = parts.count > 1 ? String(parts[1]) : ""
        return "\(parts[0])." + decimals + String(repeating: "0", count: max(0, 2 - decimals.count))
    }
}
