public import AnybillAPI
import Foundation

/// The display values that apps derive from a receipt's properties.
extension Receipt {
    /// The lines in display order: sorted by their numbers if all have one, or else in the order of the response.
    ///
    /// A line of an unknown kind appears as a text line if it contains a string, and is omitted if not.
    public var displayLines: [Line] {
        let lines = (data.lines ?? []).filter { $0.text != nil }
        let numbered = lines.compactMap { line in line.sequenceNumber.map { (number: $0, line: line) } }
        guard numbered.count == lines.count else { return lines }
        return numbered.enumerated()
            .sorted { ($0.element.number, $0.offset) < ($1.element.number, $1.offset) }
            .map(\.element.line)
    }

    /// The totals by VAT rate, lowest rate first; amounts with the same rate are added, hidden ones omitted.
    public var totalsByVatRate: [VatAmount] {
        var totals: [Decimal: VatAmount] = [:]
        for amount in data.vatAmounts ?? [] where amount.isHidden != true {
            guard let former = totals[amount.percentage] else {
                totals[amount.percentage] = amount
                continue
            }
            totals[amount.percentage] = VatAmount(
                percentage: amount.percentage,
                inclVat: Self.sum(former.inclVat, amount.inclVat),
                exclVat: Self.sum(former.exclVat, amount.exclVat),
                vat: Self.sum(former.vat, amount.vat)
            )
        }
        return totals.values.sorted { $0.percentage < $1.percentage }
    }

    /// The references to the receipts of returned goods.
    public var returnReferences: [ReceiptReference] {
        (misc.receiptReferences ?? []).filter { $0.type == .`return` }
    }

    /// The address of the store in one line, such as `Hauptstr. 5, 93047 Regensburg`; `nil` if the address is unknown.
    public var displayAddress: String? {
        guard let address = head.seller?.address else { return nil }
        let town = [address.postalCode, address.city].compactMap { $0 }.filter { !$0.isEmpty }
        let parts = [address.street ?? "", town.joined(separator: " ")].filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private static func sum(_ first: Decimal?, _ second: Decimal?) -> Decimal? {
        guard first != nil || second != nil else { return nil }
        return (first ?? 0) + (second ?? 0)
    }
}
