import AnybillAPI

/// A shop of the seeded receipts, with what it sells.
struct Shop: Sendable {
    /// The merchant's id of the store.
    let id: String

    /// Name on the receipt.
    let name: String

    /// Street with house number, postal code and city.
    let street: String
    let postalCode: String
    let city: String

    /// What it sells; never empty.
    let goods: [Good]

    /// The shop as a receipt shows it.
    var seller: Seller {
        Seller(
            name: name,
            vatId: "DE\(100_000_000 + id.utf8.reduce(0) { $0 * 31 + Int($1) } % 899_999_999)",
            address: Address(street: street, postalCode: postalCode, city: city, countryCode: "DEU")
        )
    }
}

/// Something that a shop sells.
struct Good: Sendable {
    /// Name on the receipt.
    let text: String

    /// Gross price of one unit in cents; more than 0.
    let cents: Int

    /// Rate of value added tax in percent.
    let vat: Int

    /// What one unit is.
    let measure: QuantityMeasure

    /// Cents of deposit on one unit; 0 without.
    let deposit: Int

    init(_ text: String, _ cents: Int, vat: Int = 19, _ measure: QuantityMeasure = .count, deposit: Int = 0) {
        self.text = text
        self.cents = cents
        self.vat = vat
        self.measure = measure
        self.deposit = deposit
    }
}
