import APIRuntime
import APIStorage
import AnybillAPI
import Foundation
import GRDB

extension UserStore {
    /// The distance between the positions of two receipts, which leaves room for insertions.
    static let gap: Int64 = 1 << 20

    /// Returns the stored receipts in the order of the list, without those that can no longer be decoded.
    ///
    /// - Parameter limit: The largest number of receipts to read; `nil` reads all.
    /// - Returns: The receipts, with unique ids.
    /// - Throws: An error if the database cannot be read.
    func receipts(limit: Int? = nil) throws -> [Receipt] {
        try file.readNow { db in
            var receipts: [Receipt] = []
            let rows = try Row.fetchCursor(
                db,
                sql: "SELECT body FROM receipt ORDER BY position LIMIT ?",
                arguments: [limit ?? -1]
            )
            while let row = try rows.next() {
                if let receipt = try? row.withUnsafeData(atIndex: 0, Self.receipt) { receipts.append(receipt) }
            }
            return receipts
        }
    }

    /// Replaces all receipts with the first page of a new query.
    ///
    /// - Throws: An error if the database cannot be changed.
    func replaceAll(by receipts: [Receipt], query: ReceiptQuery) throws {
        try file.writeNow { db in
            try db.execute(sql: "DELETE FROM receipt")
            try UserStoreSchema.clearIndex(db)
            try Self.append(receipts, to: db)
            try Self.write(query, to: db)
        }
    }

    /// Appends a page of the current query; a receipt that the store already contains is replaced at its position.
    ///
    /// - Throws: An error if the database cannot be changed.
    func append(_ receipts: [Receipt], query: ReceiptQuery) throws {
        try file.writeNow { db in
            try Self.append(receipts, to: db)
            try Self.write(query, to: db)
        }
    }

    /// Replaces and inserts receipts at the positions in the list.
    ///
    /// - Throws: An error if the database cannot be changed.
    func apply(_ changes: [ReceiptCollection.Change]) throws {
        guard !changes.isEmpty else { return }
        try file.writeNow { db in
            for change in changes {
                switch change {
                case .replaced(let receipt): _ = try Self.replace(receipt, in: db)
                case .inserted(let receipt, let former): try Self.insert(receipt, after: former, in: db)
                }
            }
        }
    }

    /// Removes receipts and their content areas.
    ///
    /// - Throws: An error if the database cannot be changed.
    func remove(_ ids: [String], query: ReceiptQuery?) throws {
        try file.writeNow { db in
            for id in ids {
                guard let number = try Self.number(of: id, in: db) else { continue }
                try db.execute(sql: "DELETE FROM receiptText WHERE rowid = ?", arguments: [number])
                try db.execute(sql: "DELETE FROM receipt WHERE number = ?", arguments: [number])
                try db.execute(sql: "DELETE FROM contentArea WHERE receiptId = ?", arguments: [id])
            }
            if let query { try Self.write(query, to: db) }
        }
    }
}

// MARK: - Within a transaction

extension UserStore {
    /// Decodes a stored receipt.
    static func receipt(_ body: Data?) throws -> Receipt {
        try JSONCoding.decode(Receipt.self, from: body ?? Data())
    }

    private static func append(_ receipts: [Receipt], to db: Database) throws {
        var position = try Int64.fetchOne(db, sql: "SELECT MAX(position) FROM receipt") ?? 0
        for receipt in receipts where try !replace(receipt, in: db) {
            position += gap
            try add(receipt, at: position, to: db)
        }
    }

    private static func insert(_ receipt: Receipt, after former: String?, in db: Database) throws {
        guard try !replace(receipt, in: db) else { return }
        if let place = try place(after: former, in: db) { return try add(receipt, at: place, to: db) }
        try spread(db)
        guard let place = try place(after: former, in: db) else { return }
        try add(receipt, at: place, to: db)
    }

    /// Returns a free position after a receipt, or before all; `nil` if the adjacent positions leave no room.
    private static func place(after former: String?, in db: Database) throws -> Int64? {
        let lower = try former.flatMap {
            try Int64.fetchOne(db, sql: "SELECT position FROM receipt WHERE id = ?", arguments: [$0])
        }
        let next = try Int64.fetchOne(
            db,
            sql: "SELECT MIN(position) FROM receipt WHERE position > ?",
            arguments: [lower ?? .min]
        )
        guard let next else { return (lower ?? 0) + gap }
        guard let lower else { return next - gap }
        return next - lower > 1 ? lower + (next - lower) / 2 : nil
    }

    /// Assigns new positions with room in between to all receipts.
    private static func spread(_ db: Database) throws {
        try db.execute(
            sql: """
                UPDATE receipt SET position = ranked.place * ? FROM (
                    SELECT number, ROW_NUMBER() OVER (ORDER BY position) AS place FROM receipt
                ) AS ranked WHERE ranked.number = receipt.number
                """,
            arguments: [gap]
        )
    }

    private static func number(of id: String, in db: Database) throws -> Int64? {
        try Int64.fetchOne(db, sql: "SELECT number FROM receipt WHERE id = ?", arguments: [id])
    }

    private static func add(_ receipt: Receipt, at position: Int64, to db: Database) throws {
        let insertion = try db.cachedStatement(
            sql: "INSERT INTO receipt (id, position, date, isFavourite, body) VALUES (?, ?, ?, ?, ?)"
        )
        try insertion.execute(arguments: [
            receipt.id, position, receipt.head.date.timeIntervalSince1970, receipt.misc.isFavourite,
            Data(JSONCoding.encode(receipt)),
        ])
        try index(receipt, number: db.lastInsertedRowID, in: db)
    }

    /// Replaces a receipt if the store contains it.
    ///
    /// - Returns: Whether the store contains it.
    private static func replace(_ receipt: Receipt, in db: Database) throws -> Bool {
        guard let number = try number(of: receipt.id, in: db) else { return false }
        try db.execute(
            sql: "UPDATE receipt SET date = ?, isFavourite = ?, body = ? WHERE number = ?",
            arguments: [
                receipt.head.date.timeIntervalSince1970, receipt.misc.isFavourite, Data(JSONCoding.encode(receipt)),
                number,
            ]
        )
        try db.execute(sql: "DELETE FROM receiptText WHERE rowid = ?", arguments: [number])
        try index(receipt, number: number, in: db)
        return true
    }

    private static func index(_ receipt: Receipt, number: Int64, in db: Database) throws {
        let text = ReceiptText(receipt)
        let insertion = try db.cachedStatement(
            sql: """
                INSERT INTO receiptText (rowid, store, address, amount, note, lines, discounts, spellings)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """
        )
        try insertion.execute(arguments: [
            number, text.store, text.address.joined(separator: " "), text.amounts.first ?? "", text.note,
            text.lines.joined(separator: "\n"), text.discounts.joined(separator: "\n"),
            text.otherSpellings.joined(separator: "\n"),
        ])
    }
}
