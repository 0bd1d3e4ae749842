import AnybillAPI
import Foundation

/// A sold position in whole cents, before it is converted to a receipt line.
struct SoldLine: Sendable {
    /// The name of the item.
    let text: String

    /// The quantity in thousandths; negative for a return.
    let thousandths: Int

    /// The unit of measure.
    let measure: QuantityMeasure

    /// The unit price in cents, after the discount.
    let unitCents: Int

    /// The unit price in cents, before the discount.
    let listCents: Int

    /// The rate of value added tax in percent.
    let vat: Int

    /// The item number; `nil` for a deposit.
    let number: String?

    /// The ID of the discount on this line; `nil` for none.
    var discountID: String?

    /// The total of the line in cents.
    var cents: Int { Money.times(unitCents, thousandths: thousandths) }

    /// The total of the line in cents without the discount.
    var fullCents: Int { Money.times(listCents, thousandths: thousandths) }

    /// The line as a return.
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

    /// Returns the line in the format of a receipt.
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
