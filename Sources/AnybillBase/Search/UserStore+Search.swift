import APIStorage
import AnybillAPI
import Foundation
import GRDB

extension UserStore {
    /// Finds receipts with the full-text index, best match first; without words, in the order of the list.
    ///
    /// Receipts with a word in a more important property come first, and receipts that are equal in this respect are in
    /// the order of the list. All matches are compared.
    ///
    /// - Throws: An error if the database cannot be read.
    func search(_ search: ReceiptSearch) async throws -> [ReceiptSearchHit] {
        let words = search.words
        return try await file.read { db in
            guard !words.isEmpty else { return try Self.all(search, in: db) }
            return try Self.ranked(search, words, in: db)
        }
    }

    private static func ranked(
        _ search: ReceiptSearch,
        _ words: [String],
        in db: Database
    ) throws -> [ReceiptSearchHit] {
        guard let filter = try SearchFilter(search, in: db) else { return [] }
        let phrases = words.map(SearchFolding.phrase)
        let all = phrases.map { phrase in
            "(\(SearchColumn.allCases.map { $0.query(phrase) }.joined(separator: " OR ")))"
        }
        .joined(separator: " AND ")
        var found: [Int64] = []
        for column in SearchColumn.allCases where found.count < search.limit {
            let expression = "(\(phrases.map(column.query).joined(separator: " OR "))) AND \(all)"
            let known = Set(found)
            let numbers = try Int64.fetchCursor(
                db,
                sql: """
                    SELECT receiptText.rowid FROM receiptText \(filter.join)
                    WHERE receiptText MATCH ?\(filter.sql) ORDER BY \(filter.order)
                    """,
                arguments: [expression] + filter.arguments
            )
            while found.count < search.limit, let number = try numbers.next() {
                if !known.contains(number) { found.append(number) }
            }
        }
        return try found.compactMap { number in
            let body = try Data.fetchOne(db, sql: "SELECT body FROM receipt WHERE number = ?", arguments: [number])
            return (try? receipt(body)).map { ReceiptSearchHit($0, words: words) }
        }
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
            sql: """
                SELECT body FROM receipt INDEXED BY receiptPosition WHERE isHidden = 0\(sql) ORDER BY position LIMIT ?
                """,
            arguments: arguments + [search.limit]
        )
        return rows.compactMap { row in
            // A subscript with the expected type would end the process at a damaged value.
            guard let body = Data.fromDatabaseValue(row[0]) else { return nil }
            return (try? receipt(body)).map { ReceiptSearchHit(receipt: $0) }
        }
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
    /// The order of the list.
    var order = "receiptText.rowid"

    /// Creates the conditions of a search; `nil` if no receipt can meet them.
    init?(_ search: ReceiptSearch, in db: Database) throws {
        let isFiltered = search.favouritesOnly || search.dates != nil
        if try UserStore.hasInsertions(db) {
            join = "CROSS JOIN receipt AS kept ON kept.number = receiptText.rowid"
            order = "kept.position"
        } else if isFiltered {
            join = "CROSS JOIN receipt AS kept INDEXED BY receiptFilter ON kept.number = receiptText.rowid"
        }
        guard isFiltered else { return }
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
