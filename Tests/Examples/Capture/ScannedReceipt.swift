import APIRuntime
import Foundation
import SensibillAPI

/// The part of a document that the app shows.
struct ScannedReceipt: Equatable {
    /// The name of the shop.
    let merchant: String

    /// The sum with its currency; `nil` if the service found none.
    let total: String?

    /// Creates a value from the content of a document.
    init(_ content: DocumentContentDto) {
        merchant = content.merchant?.merchantName ?? "Unknown shop"
        total = content.total?.afterTax.map { amount in
            amount.formatted(.currency(code: content.currencyCode?.rawValue ?? "EUR"))
        }
    }
}
