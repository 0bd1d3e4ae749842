import AnybillAPI
import Foundation
import GRDB

extension UserStore {
    /// Matches that are weighed against each other; of more, the ones that came first, usually the newest, are taken.
    private static let weighed = 500

    /// Finds receipts through the full-text index, best match first; without words, in the order of the list.
    func search(_ search: ReceiptSearch) async throws -> [ReceiptSearchHit] {
        try await database.read { db in
            guard let expression = search.expression else { return try Self.all(search, in: db) }
            return try Self.ranked(search, expression, in: db)
        }
    }

    private static func ranked(_ search: ReceiptSearch, _ expression: String, in db: Database) throws
        -> [ReceiptSearchHit]
    {
        let filter = filter(of: search)
        let candidates = try Int64.fetchAll(
            db,
            sql: """
                SELECT receiptText.rowid FROM receiptText \(filter.isEmpty ? "" : join)
                WHERE receiptText MATCH ?\(filter.sql) ORDER BY receiptText.rowid LIMIT \(weighed)
                """,
            arguments: [expression] + filter.arguments
        )
        guard let last = candidates.last else { return [] }
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT receipt.body AS body, snippet(receiptText, -1, '‹', '›', '…', 10) AS snippet
                FROM receiptText \(join)
                WHERE receiptText MATCH ? AND receiptText.rowid <= ?\(filter.sql)
                ORDER BY bm25(receiptText, 10.0, 2.0, 6.0, 8.0, 4.0, 3.0, 1.0), receipt.position LIMIT ?
                """,
            arguments: [expression, last] + filter.arguments + [search.limit]
        )
        return rows.compactMap { hit($0, snippet: $0["snippet"]) }
    }

    private static func all(_ search: ReceiptSearch, in db: Database) throws -> [ReceiptSearchHit] {
        let filter = filter(of: search)
        let rows = try Row.fetchAll(
            db,
            sql: "SELECT body FROM receipt WHERE 1\(filter.sql) ORDER BY position LIMIT ?",
            arguments: filter.arguments + [search.limit]
        )
        return rows.compactMap { hit($0, snippet: nil) }
    }

    private static let join = "JOIN receipt ON receipt.number = receiptText.rowid"

    private static func hit(_ row: Row, snippet: String?) -> ReceiptSearchHit? {
        guard let body: Data = row["body"], let receipt = try? receipt(body) else { return nil }
        return ReceiptSearchHit(receipt: receipt, snippet: snippet)
    }

    private static func filter(of search: ReceiptSearch) -> SearchFilter {
        var filter = SearchFilter()
        if search.favouritesOnly { filter.sql += " AND receipt.isFavourite = 1" }
        if let dates = search.dates {
            filter.sql += " AND receipt.date BETWEEN ? AND ?"
            filter.arguments = [dates.lowerBound.timeIntervalSince1970, dates.upperBound.timeIntervalSince1970]
        }
        return filter
    }
}

/// Conditions on the receipts beside the full text.
private struct SearchFilter {
    var sql = ""
    var arguments: StatementArguments = []

    var isEmpty: Bool { sql.isEmpty }
}
