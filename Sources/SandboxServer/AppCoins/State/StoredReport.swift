import AppCoinsAPI

/// The record of one external purchase token.
struct StoredReport: Sendable, Hashable {
    /// The latest report.
    var report: ExternalPurchaseReport

    /// The number of reports received.
    var count: Int
}
