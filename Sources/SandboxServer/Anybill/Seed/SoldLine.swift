import AnybillAPI
import Foundation

/// One sold position in whole cents, before it becomes a line.
struct SoldLine: Sendable {
    /// Text of the line.
    let text: String

    /// Quantity in thousandths; negative for a return.
    let thousandths: Int

    /// What one unit is.
    let measure: QuantityMeasure

    /// Price of a unit in cents, after the discount.
    let unitCents: Int

    /// Price of a unit in cents, before the discount.
    let listCents: Int

    /// Rate of value added tax in percent.
    let vat: Int

    /// Number of the item; `nil` for a deposit.
    let number: String?

    /// Id of the discount on this line; `nil` without.
    var discountID: String?

    /// Total of the line in cents.
    var cents: Int { Money.times(unitCents, thousandths: thousandths) }

    /// Total of the line in cents without the discount.
    var fullCents: Int { Money.times(listCents, thousandths: thousandths) }

    /// The line given back.
    var returned: SoldLine {
        SoldLine(
            text: text,
            thousandths: -thousandths,
            measure: measure,
            unitCents: unitCents,
            listCents: unitCents,
            vat: vat,
            number: number
        )
    }

    /// The line as a receipt shows it.
    func line(_ sequenceNumber: Int) -> Line {
        let discounts = discountID.map {
            [LineDiscount(discountId: $0, fullAmountInclVat: Money.amount(fullCents - cents))]
        }
        return .defaultLine(
            DefaultLine(
                text: text,
                fullAmountInclVat: Money.amount(cents),
                type: .default,
                sequenceNumber: sequenceNumber,
                fullAmountInclVatBeforeDiscounts: discountID == nil ? nil : Money.amount(fullCents),
                vatAmounts: [Money.vat(vat, gross: cents)],
                item: item,
                discounts: discounts,
                isReturn: thousandths < 0 ? true : nil
            )
        )
    }

    private var item: Item {
        Item(
            quantity: Decimal(thousandths) / 1000,
            number: number,
            quantityMeasure: measure,
            pricePerUnit: Money.amount(unitCents),
            pricePerUnitBeforeDiscounts: discountID == nil ? nil : Money.amount(listCents)
        )
    }
}
