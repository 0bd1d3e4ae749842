public import AnybillAPI
import Foundation

/// What apps ask of a receipt beyond its members.
extension Receipt {
    /// Lines in the order in which they are to be shown: by their numbers where all have one, otherwise as they came.
    ///
    /// A line of an unknown kind is shown as a text when it has one, otherwise left out.
    public var displayLines: [Line] {
        let lines = (data.lines ?? []).filter { $0.text != nil }
        let numbered = lines.compactMap { line in line.sequenceNumber.map { (number: $0, line: line) } }
        guard numbered.count == lines.count else { return lines }
        return numbered.enumerated()
            .sorted { ($0.element.number, $0.offset) < ($1.element.number, $1.offset) }
            .map(\.element.line)
    }

    /// Totals by VAT rate, lowest rate first; amounts of the same rate are added, hidden ones left out.
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

    /// References to the receipts of goods that were returned.
    public var returnReferences: [ReceiptReference] {
        (misc.receiptReferences ?? []).filter { $0.type == .`return` }
    }

    /// Address of the store in one line, such as `Hauptstr. 5, 93047 Regensburg`; `nil` when nothing is known.
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
