import AnybillAPI
import Foundation

/// A receipt as the sandbox keeps it.
struct StoredReceipt: Sendable {
    /// The receipt as the App API shows it.
    var receipt: Receipt

    /// Id of the user; `nil` for an anonymous receipt, which nobody has claimed yet.
    var owner: String?

    /// The merchant's id of the store.
    let storeID: String

    /// Whether extra material goes with it.
    var hasContentArea = true

    /// Where it stands in the order of its owner's receipts.
    var place: ReceiptPlace { ReceiptPlace(date: receipt.head.date, id: receipt.id) }
}

/// A place in the order of receipts: by date, and by id where dates are equal.
struct ReceiptPlace: Hashable, Comparable, Sendable {
    /// Time of issue.
    let date: Date

    /// Id of the receipt.
    let id: String

    static func < (left: ReceiptPlace, right: ReceiptPlace) -> Bool {
        (left.date, left.id) < (right.date, right.id)
    }
}
