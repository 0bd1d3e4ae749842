import APIStorage
import AnybillAPI
import Foundation
import GRDB

extension UserStore {
    /// The number of matches that are ranked; if there are more, the first ones in storage order, usually the newest,
    /// are used.
    private static let weighed = 500

    /// Finds receipts with the full-text index, best match first; without words, in the order of the list.
    ///
    /// - Throws: An error if the database cannot be read.
    func search(_ search: ReceiptSearch) async throws -> [ReceiptSearchHit] {
        try await file.read { db in
            guard let expression = search.expression else { return try Self.all(search, in: db) }
            return try Self.ranked(search, expression, in: db)
        }
    }

    private static func ranked(_ search: ReceiptSearch, _ expression: String, in db: Database) throws
        -> [ReceiptSearchHit]
    {
        guard let filter = try SearchFilter(search, in: db) else { return [] }
        let candidates = try Int64.fetchAll(
            db,
            sql: """
                SELECT receiptText.rowid FROM receiptText \(filter.join)
                WHERE receiptText MATCH ?\(filter.sql) ORDER BY receiptText.rowid LIMIT \(weighed)
                """,
            arguments: [expression] + filter.arguments
        )
        guard let last = candidates.last else { return [] }
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT receipt.body AS body, snippet(receiptText, -1, '‹', '›', '…', 10) AS snippet
                FROM receiptText \(filter.join) CROSS JOIN receipt ON receipt.number = receiptText.rowid
                WHERE receiptText MATCH ?\(filter.sql) AND receiptText.rowid <= ?
                ORDER BY bm25(receiptText, 10.0, 2.0, 6.0, 8.0, 4.0, 3.0, 1.0), receipt.position LIMIT ?
                """,
            arguments: [expression] + filter.arguments + [last, search.limit]
        )
        return rows.compactMap { hit($0, snippet: $0["snippet"]) }
    }

    private static func all(_ search: ReceiptSearch, in db: Database) throws -> [ReceiptSearchHit] {
        var (sql, arguments) = ("", StatementArguments())
        if search.favouritesOnly { sql += " AND isFavourite = 1" }
        if let dates = search.dates {
            sql += " AND date BETWEEN ? AND ?"
            arguments = [dates.lowerBound.timeIntervalSince1970, dates.upperBound.timeIntervalSince1970]
        }
        let rows = try Row.fetchAll(
            db,
            sql: "SELECT body FROM receipt INDEXED BY receiptPosition WHERE 1\(sql) ORDER BY position LIMIT ?",
            arguments: arguments + [search.limit]
        )
        return rows.compactMap { hit($0, snippet: nil) }
    }

    private static func hit(_ row: Row, snippet: String?) -> ReceiptSearchHit? {
        guard let body: Data = row["body"], let receipt = try? receipt(body) else { return nil }
        return ReceiptSearchHit(receipt: receipt, snippet: snippet)
    }
}

/// The conditions on receipts in addition to the full-text search.
private struct SearchFilter {
    /// The join with the full-text index; empty without conditions.
    var join = ""
    /// The conditions, to be appended to others.
    var sql = ""
    /// The values of the conditions.
    var arguments: StatementArguments = []

    /// Creates the conditions of a search; `nil` if no receipt can meet them.
    init?(_ search: ReceiptSearch, in db: Database) throws {
        guard search.favouritesOnly || search.dates != nil else { return }
        join = "CROSS JOIN receipt AS kept INDEXED BY receiptFilter ON kept.number = receiptText.rowid"
        if search.favouritesOnly { sql += " AND kept.isFavourite = 1" }
        guard let dates = search.dates else { return }
        let range: StatementArguments = [
            dates.lowerBound.timeIntervalSince1970, dates.upperBound.timeIntervalSince1970,
        ]
        let bounds = try Row.fetchOne(
            db,
            sql: "SELECT MIN(number), MAX(number) FROM receipt WHERE date BETWEEN ? AND ?",
            arguments: range
        )
        guard let first: Int64 = bounds?[0], let last: Int64 = bounds?[1] else { return nil }
        // Receipts are mostly stored in the order of their dates, so a row range avoids reading the whole index.
        sql += " AND receiptText.rowid BETWEEN ? AND ? AND kept.date BETWEEN ? AND ?"
        arguments = [first, last] + range
    }
}
