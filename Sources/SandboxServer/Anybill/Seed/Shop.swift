import AnybillAPI

/// A shop of the seeded receipts, with its goods.
struct Shop: Sendable {
    /// The merchant's store ID.
    let id: String

    /// The name on the receipt.
    let name: String

    /// The street with house number.
    let street: String
    let postalCode: String
    let city: String

    /// The goods that the shop sells; never empty.
    let goods: [Good]

    /// The shop in the format of a receipt.
    var seller: Seller {
        Seller(
            name: name,
            vatId: "DE\(100_000_000 + id.utf8.reduce(0) { $0 * 31 + Int($1) } % 899_999_999)",
            address: Address(street: street, postalCode: postalCode, city: city, countryCode: "DEU")
        )
    }
}

/// A good that a shop sells.
struct Good: Sendable {
    /// The name on the receipt.
    let text: String

    /// The gross price of one unit in cents; more than 0.
    let cents: Int

    /// The rate of value added tax in percent.
    let vat: Int

    /// The unit of measure.
    let measure: QuantityMeasure

    /// The deposit on one unit in cents; 0 for none.
    let deposit: Int

    init(_ text: String, _ cents: Int, vat: Int = 19, _ measure: QuantityMeasure = .count, deposit: Int = 0) {
        self.text = text
        self.cents = cents
        self.vat = vat
        self.measure = measure
        self.deposit = deposit
    }
}
