import Foundation

/// A page with synthesized `Codable`, equal to ``ReceiptPage``.
struct PlainReceiptPage: Codable {
    var receipts: [PlainReceipt]
    var total: Int
    var next: String?
}

/// A receipt with synthesized `Codable`, equal to ``Receipt``.
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

/// A seller with synthesized `Codable`, equal to ``Seller``.
struct PlainSeller: Codable {
    var name: String
    var city: String?
    var postalCode: String?
}

/// A line with synthesized `Codable`, equal to ``Line``.
struct PlainLine: Codable {
    var text: String
    var quantity: Double
    var price: Decimal
    var taxRate: Int
}

/// The object of the call benchmark with synthesized `Codable`.
struct PlainSmallObject: Codable {
    /// The enum of the call benchmark with synthesized `Codable`.
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
