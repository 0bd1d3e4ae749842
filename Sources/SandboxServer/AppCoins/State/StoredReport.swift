import AppCoinsAPI

/// The record of one external purchase token.
struct StoredReport: Sendable, Hashable {
    /// What was sent last.
    var report: ExternalPurchaseReport

    /// How often it was sent.
    var count: Int
}
