@_spi(Generated) import APIRuntime
import Foundation

/// One page of receipts, read and written by the runtime.
struct ReceiptPage: JSONModel, Equatable {
    var receipts: [Receipt]
    var total: Int
    var next: String?
    var unknown = UnknownProperties()

    static let keys: ObjectKeys = ["receipts", "total", "next"]

    init(receipts: [Receipt], total: Int, next: String?) {
        self.receipts = receipts
        self.total = total
        self.next = next
    }

    init(from object: inout ObjectReader) throws(DecodingFailure) {
        receipts = try object.required(0)
        total = try object.required(1)
        next = try object.optional(2)
        unknown = object.unknown()
    }

    func write(to object: inout ObjectWriter) {
        object.put(0, receipts)
        object.put(1, total)
        object.put(2, next)
        object.put(unknown: unknown)
    }
}

/// A receipt.
struct Receipt: JSONModel, Equatable {
    var id: String
    var date: Date
    var seller: Seller
    var lines: [Line]
    var amount: Decimal
    var currency: String
    var document: String
    var isFavorite: Bool
    var note: String?
    var unknown = UnknownProperties()

    static let keys: ObjectKeys = [
        "id", "date", "seller", "lines", "amount", "currency", "document", "isFavorite", "note",
    ]

    init(_ number: Int) {
        id = "5f0c7a1e-3b2d-4c8e-9a6f-\(String(format: "%012d", number))"
        date = Date(timeIntervalSince1970: 1_700_000_000 + Double(number * 3_607))
        seller = Seller(number)
        lines = [Line(number, 1), Line(number, 2)]
        amount = lines[0].price + lines[1].price
        currency = "EUR"
        document = "https://files.example.org/v1/receipts/\(10_000 + number)/document.pdf"
        isFavorite = number % 7 == 0
        note = number % 5 == 0 ? "Büro – bitte \"aufheben\"" : nil
    }

    init(from object: inout ObjectReader) throws(DecodingFailure) {
        id = try object.required(0)
        date = try object.required(1)
        seller = try object.required(2)
        lines = try object.required(3)
        amount = try object.required(4)
        currency = try object.required(5)
        document = try object.required(6)
        isFavorite = try object.required(7)
        note = try object.optional(8)
        unknown = object.unknown()
    }

    func write(to object: inout ObjectWriter) {
        object.put(0, id)
        object.put(1, date)
        object.put(2, seller)
        object.put(3, lines)
        object.put(4, amount)
        object.put(5, currency)
        object.put(6, document)
        object.put(7, isFavorite)
        object.put(8, note)
        object.put(unknown: unknown)
    }
}

/// The seller of a receipt.
struct Seller: JSONModel, Equatable {
    var name: String
    var city: String?
    var postalCode: String?
    var unknown = UnknownProperties()

    static let keys: ObjectKeys = ["name", "city", "postalCode"]

    init(_ number: Int) {
        name = ["Corner Bakery", "Buchhandlung am Markt", "Garden & Home"][number % 3]
        city = number % 4 == 0 ? nil : "München"
        postalCode = "80\(331 + number % 400)"
    }

    init(from object: inout ObjectReader) throws(DecodingFailure) {
        name = try object.required(0)
        city = try object.optional(1)
        postalCode = try object.optional(2)
        unknown = object.unknown()
    }

    func write(to object: inout ObjectWriter) {
        object.put(0, name)
        object.put(1, city)
        object.put(2, postalCode)
        object.put(unknown: unknown)
    }
}

/// One line of a receipt.
struct Line: JSONModel, Equatable {
    var text: String
    var quantity: Double
    var price: Decimal
    var taxRate: Int
    var unknown = UnknownProperties()

    static let keys: ObjectKeys = ["text", "quantity", "price", "taxRate"]

    init(_ number: Int, _ index: Int) {
        text = ["Rye bread 750 g", "Pocket atlas", "Watering can, green"][(number + index) % 3]
        quantity = Double(number % 3 + 1) / Double(index)
        price = Decimal(number * 37 + index * 101) / 100
        taxRate = index == 1 ? 7 : 19
    }

    init(from object: inout ObjectReader) throws(DecodingFailure) {
        text = try object.required(0)
        quantity = try object.required(1)
        price = try object.required(2)
        taxRate = try object.required(3)
        unknown = object.unknown()
    }

    func write(to object: inout ObjectWriter) {
        object.put(0, text)
        object.put(1, quantity)
        object.put(2, price)
        object.put(3, taxRate)
        object.put(unknown: unknown)
    }
}
