import AnybillAPI
import APIRuntime
import Foundation

/// Returns a bill as a till sends it: two apples at a discount, and a text line.
///
/// - Parameters:
///   - user: The user that the bill identifies.
///   - foodInclVat: The gross cents at the tax rate for food; 748 matches the total.
/// - Returns: The body of the request.
func bill(for user: UserIdentification?, foodInclVat: Int = 748) -> AddBillRequest {
    let apples = VendorLine(
        text: "Apples",
        fullAmountInclVat: amount(748),
        item: VendorItem(
            quantity: 2,
            pricePerUnit: amount(374),
            number: "4011",
            quantityMeasure: .count,
            anybill: VendorItemExtension(pricePerUnitBeforeDiscounts: amount(399))
        ),
        anybill: VendorLineExtension(
            type: .default,
            discounts: [LineDiscount(discountId: "APP-COUPON", fullAmountInclVat: amount(50))]
        )
    )
    let text = VendorLine(text: "Members save more", anybill: VendorLineExtension(type: .text))
    let data = VendorBillData(
        currency: "EUR",
        fullAmountInclVat: amount(748),
        paymentTypes: [
            VendorPayment(name: "Visa", amount: amount(748), anybill: VendorPaymentExtension(type: .cardPayment))
        ],
        vatAmounts: [VatAmount(percentage: 7, inclVat: amount(foodInclVat), exclVat: amount(699), vat: amount(49))],
        lines: [apples, text]
    )
    let address = Address(street: "Uferweg 5", postalCode: "93047", city: "Regensburg", countryCode: "DEU")
    return AddBillRequest(
        storeId: "S-1",
        bill: VendorBill(
            head: VendorHead(date: Date(), number: "2025-000731", seller: Seller(name: "Donaumarkt", address: address)),
            data: data,
            misc: VendorMisc(anybill: VendorMiscExtension(cashierName: "Till 3"))
        ),
        userIdentification: user
    )
}

private func amount(_ cents: Int) -> Decimal { Decimal(cents) / 100 }
