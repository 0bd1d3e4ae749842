import Foundation

/// The same page with synthesised `Codable`.
struct PlainReceiptPage: Codable {
    var receipts: [PlainReceipt]
    var total: Int
    var next: String?
}

/// The same receipt with synthesised `Codable`.
struct PlainReceipt: Codable {
    var id: String
    var date: Date
    var seller: PlainSeller
    var lines: [PlainLine]
    var amount: Decimal
    var currency: String
    var document: String
    var isFavorite: Bool
    var note: String?
}

/// The same seller with synthesised `Codable`.
struct PlainSeller: Codable {
    var name: String
    var city: String?
    var postalCode: String?
}

/// The same line with synthesised `Codable`.
struct PlainLine: Codable {
    var text: String
    var quantity: Double
    var price: Decimal
    var taxRate: Int
}

/// The object of the call benchmark with synthesised `Codable`.
struct PlainSmallObject: Codable {
    enum Kind: String, Codable {
        case plain, special
    }

    var id: Int
    var name: String
    var kind: Kind
    var price: Double
    var isActive: Bool
    var tags: [String]
}
