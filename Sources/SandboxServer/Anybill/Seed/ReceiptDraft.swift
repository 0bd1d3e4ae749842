import AnybillAPI
import APIRuntime
import Foundation

/// The data of a seeded receipt before it is converted to the API's format.
struct ReceiptDraft: Sendable {
    /// The shop of the purchase.
    let shop: Shop

    /// The date of the purchase.
    let date: Date

    /// The sold lines; never empty.
    let sold: [SoldLine]

    /// The discount on the total in percent; `nil` for none.
    var couponPercent: Int?

    /// The tip in cents; 0 for none.
    var tipCents = 0

    /// The payment method.
    var payment = ReceiptDraft.payments[0]

    /// The receipts that this receipt refers to.
    var references: [ReceiptReference] = []

    /// Whether the user marked the receipt as a favourite.
    var isFavourite = false

    /// The user's note.
    var note: String?

    /// A payment method.
    struct Payment: Sendable {
        let name: String
        let type: PaymentType
    }

    /// The payment methods.
    static let payments = [
        Payment(name: "Girocard", type: .cardPayment), Payment(name: "Visa", type: .creditCard),
        Payment(name: "Cash", type: .cash), Payment(name: "Gift card", type: .giftCard),
    ]

    /// Returns the receipt.
    func receipt(id: String, number: Int, random: inout SeededRandom) -> Receipt {
        let till = String(random.int(in: 1...6))
        return Receipt(
            id: id,
            head: Head(
                date: date,
                id: random.uuid(),
                number: "\(shop.id)-\(String(100_000 + number).dropFirst())",
                seller: shop.seller
            ),
            data: data(&random),
            misc: misc(&random),
            cashRegister: CashRegister(serialNumber: "TILL-\(random.hex(8))", number: till, version: "4.2"),
            security: ReceiptSecurity(tse: tse(number, &random), failure: false)
        )
    }

    // MARK: - Amounts

    /// The cents for each tax rate after the coupon, ordered by rate.
    private var rates: [(rate: Int, cents: Int)] {
        Set(sold.map(\.vat)).sorted().map { rate in
            let cents = sold.filter { $0.vat == rate }.reduce(0) { $0 + $1.cents }
            return (rate, cents - coupon(on: cents))
        }
    }

    private func coupon(on cents: Int) -> Int { Money.times(cents, thousandths: 10 * (couponPercent ?? 0)) }

    private func data(_ random: inout SeededRandom) -> ReceiptData {
        let rates = rates
        let total = rates.reduce(tipCents) { $0 + $1.cents }
        let full = sold.reduce(tipCents) { $0 + $1.fullCents }
        return ReceiptData(
            currency: "EUR",
            fullAmountInclVat: Money.amount(total),
            fullAmountInclVatBeforeDiscounts: full == total ? nil : Money.amount(full),
            paymentMethods: [paid(total, &random)],
            vatAmounts: rates.map { Money.vat($0.rate, gross: $0.cents) },
            lines: lines,
            discounts: discounts,
            tip: tipCents > 0 ? Money.amount(tipCents) : nil,
            positionCount: sold.count
        )
    }

    private var lines: [Line] {
        var lines = sold.enumerated().map { $1.line($0 + 1) }
        guard let couponPercent else { return lines }
        let rates = Set(sold.map(\.vat)).sorted().map { rate in
            (rate, coupon(on: sold.filter { $0.vat == rate }.reduce(0) { $0 + $1.cents }))
        }
        lines.append(.textLine(TextLine(text: "Coupon redeemed", sequenceNumber: lines.count + 1)))
        lines.append(
            .discountLine(
                DiscountLine(
                    text: "Coupon \(couponPercent) %",
                    sequenceNumber: lines.count + 1,
                    fullAmountInclVat: Money.amount(-rates.reduce(0) { $0 + $1.1 }),
                    vatAmounts: rates.map { Money.vat($0.0, gross: -$0.1) },
                    relatedLines: Array(1...sold.count)
                )
            )
        )
        return lines
    }

    /// The discounts that lines refer to, without duplicates.
    private var discounts: [ReceiptDiscount]? {
        let ids = Set(sold.compactMap(\.discountID)).sorted()
        guard !ids.isEmpty else { return nil }
        return ids.map { id in
            let saved = sold.filter { $0.discountID == id }.reduce(0) { $0 + $1.fullCents - $1.cents }
            return ReceiptDiscount(
                id: id,
                name: "Sale",
                type: .percentage,
                value: id.split(separator: "-").last.flatMap { Decimal(string: String($0)) },
                fullAmountInclVat: Money.amount(saved)
            )
        }
    }

    private func paid(_ cents: Int, _ random: inout SeededRandom) -> PaymentInformation {
        let isCard = payment.type == .cardPayment || payment.type == .creditCard
        let digits = random.int(in: 1000...9999)
        let given = payment.type == .cash && cents > 0 ? (cents + 999) / 1000 * 1000 : nil
        return PaymentInformation(
            name: payment.name,
            amount: Money.amount(cents),
            type: payment.type,
            paymentDetails: PaymentDetails(
                amountGiven: given.map(Money.amount),
                amountReturned: given.map { Money.amount($0 - cents) },
                cardNumber: isCard ? "************\(digits)" : nil,
                terminalId: isCard ? "T-\(random.hex(6))" : nil
            )
        )
    }

    // MARK: - The rest

    private func misc(_ random: inout SeededRandom) -> Misc {
        Misc(
            isFavourite: isFavourite,
            note: note,
            receiptReferences: references,
            footerText: "Thank you for your purchase at \(shop.name)",
            isExample: true,
            receiptLanguage: "de",
            returnBarcode: "RET\(random.int(in: 100_000...999_999))",
            returnBarcodeType: .text
        )
    }

    private func tse(_ number: Int, _ random: inout SeededRandom) -> Tse {
        Tse(
            serialNumber: random.hex(64),
            signatureAlgorithm: "ecdsa-plain-SHA256",
            logTimeFormat: "unixTime",
            timestampStart: String(Int(date.timeIntervalSince1970) - 20),
            timestampEnd: String(Int(date.timeIntervalSince1970)),
            transactionNumber: 5_000 + number,
            signatureNumber: 10_000 + 2 * number,
            processType: "Kassenbeleg-V1",
            signature: random.hex(96)
        )
    }
}
