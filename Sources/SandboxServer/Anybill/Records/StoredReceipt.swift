import AnybillAPI
import Foundation

/// A receipt in the sandbox's records.
struct StoredReceipt: Sendable {
    /// The receipt in the format of the App API.
    var receipt: Receipt

    /// The ID of the user; `nil` for an anonymous receipt that no user has claimed.
    var owner: String?

    /// The merchant's store ID.
    let storeID: String

    /// Whether the receipt has extra content.
    var hasContentArea = true

    /// The position in the order of its owner's receipts.
    var place: ReceiptPlace { ReceiptPlace(date: receipt.head.date, id: receipt.id) }
}

/// A position in the order of receipts: by date, and by ID for equal dates.
struct ReceiptPlace: Hashable, Comparable, Sendable {
    /// The time of issue.
    let date: Date

    /// The ID of the receipt.
    let id: String

    static func < (left: ReceiptPlace, right: ReceiptPlace) -> Bool {
        (left.date, left.id) < (right.date, right.id)
    }
}
