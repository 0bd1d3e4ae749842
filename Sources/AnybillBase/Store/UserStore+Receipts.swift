import APIRuntime
import APIStorage
import AnybillAPI
import Foundation
import GRDB

extension UserStore {
    /// The distance between the positions of two receipts, which leaves room for insertions.
    static let gap: Int64 = 1 << 32

    /// The distance between the positions of receipts that are inserted together, which leaves room after them.
    private static let runGap: Int64 = 1 << 16

    /// Returns the first receipts of the list, to be shown while the others are being read.
    ///
    /// - Returns: The receipts; none if the list contains edits, which need all rows.
    /// - Throws: An error if the database cannot be read.
    func firstReceipts(limit: Int) throws -> [Receipt] {
        try file.readNow { db in
            guard try self.ownLog(in: db).edits.isEmpty, try self.otherEdits(in: db).isEmpty else { return [] }
            return try Self.rows(limit: limit, in: db).map(\.base)
        }
    }

    /// Returns the content in the order of the list, without receipts that can no longer be decoded.
    ///
    /// - Throws: An error if the database cannot be read.
    func load() throws -> StoredReceipts {
        try file.readNow { db in
            var stored = StoredReceipts(rows: try Self.rows(limit: -1, in: db))
            stored.query = try Self.value(.query, in: db)
            stored.log = try self.ownLog(in: db)
            stored.otherEdits = try self.otherEdits(in: db)
            stored.otherDoubts = try self.otherDoubts(in: db)
            stored.refusals = try Self.value(.refusals, in: db) ?? []
            stored.confirmed = try Self.value(.confirmed, in: db) ?? []
            stored.owner = self.owner
            return stored
        }
    }

    /// Makes the changes of an event.
    ///
    /// - Throws: An error if the database cannot be changed; it then has none of the changes.
    func write(_ write: StoreWrite) throws {
        try change { db in
            if let whole = write.whole {
                try db.execute(sql: "DELETE FROM receipt")
                try UserStoreSchema.clearIndex(db)
                if try Self.hasInsertions(db) { try Self.write(false, as: .insertions, to: db) }
                try Self.append(whole, to: db)
            }
            for id in write.removed { try Self.remove(id, from: db) }
            for row in write.changed { try Self.replace(row, in: db) }
            try Self.append(write.appended, to: db)
            try Self.insert(write.inserted, in: db)
            if let query = write.query { try Self.write(query, as: .query, to: db) }
            if let log = write.log { try self.write(log, to: db) }
            if let refusals = write.refusals { try Self.write(refusals, as: .refusals, to: db) }
            if !write.confirmed.isEmpty { try self.add(write.confirmed, to: db) }
        }
        guard let log = write.log, log.edits.contains(where: { $0.isKept == true }) else { return }
        // Unlike all other data, these edits exist nowhere else: this makes them survive a loss of power.
        _ = try? file.writer.writeWithoutTransaction { try $0.checkpoint(.passive) }
    }
}

// MARK: - Within a transaction

extension UserStore {
    /// Decodes a stored receipt.
    static func receipt(_ body: Data?) throws -> Receipt {
        try JSONCoding.decode(Receipt.self, from: body ?? Data())
    }

    private static func rows(limit: Int, in db: Database) throws -> [StoredRow] {
        var stored: [StoredRow] = []
        let rows = try Row.fetchCursor(
            db,
            sql: "SELECT body, isExtra FROM receipt ORDER BY position LIMIT ?",
            arguments: [limit]
        )
        while let row = try rows.next() {
            guard let receipt = try? row.withUnsafeData(atIndex: 0, Self.receipt) else { continue }
            // Null only in a damaged file.
            let isExtra = (row[1] as DatabaseValue?).flatMap(Bool.fromDatabaseValue) ?? false
            stored.append(StoredRow(base: receipt, isExtra: isExtra))
        }
        return stored
    }

    private static func append(_ rows: [StoredRow], to db: Database) throws {
        guard !rows.isEmpty else { return }
        var position = try Int64.fetchOne(db, sql: "SELECT MAX(position) FROM receipt") ?? 0
        for row in rows {
            // A receipt that was fetched outside the query moves to the position in the query.
            try remove(row.base.id, from: db, keepsContentArea: true)
            position += gap
            try add(row, at: position, to: db)
        }
    }

    private static func insert(_ rows: [(row: StoredRow, after: String?)], in db: Database) throws {
        for (row, _) in rows { try remove(row.base.id, from: db, keepsContentArea: true) }
        var rest = rows[...]
        while let first = rest.first {
            // Receipts that follow each other share the room that there is.
            var run = [first.row]
            rest.removeFirst()
            while let next = rest.first, next.after == run.last?.base.id {
                run.append(next.row)
                rest.removeFirst()
            }
            try insert(run, after: first.after, in: db)
        }
    }

    private static func insert(_ run: [StoredRow], after former: String?, in db: Database) throws {
        var places = try places(run.count, after: former, in: db)
        if places == nil {
            try spread(db)
            places = try self.places(run.count, after: former, in: db)
        }
        guard let places else { return }
        var number: Int64?
        switch places.region {
        case .end: break
        case .start:
            number = try Int64.fetchOne(db, sql: "SELECT MIN(number) FROM receipt").map { $0 - Int64(run.count) }
        case .middle: if try !hasInsertions(db) { try write(true, as: .insertions, to: db) }
        }
        for (index, row) in run.enumerated() {
            let place = places.first + Int64(index) * places.step
            try add(row, at: place, number: number.map { $0 + Int64(index) }, to: db)
        }
    }

    /// A part of the list.
    private enum Region {
        /// Before all receipts.
        case start
        /// Between two receipts.
        case middle
        /// After all receipts.
        case end
    }

    /// Returns free positions after a receipt, or before all; `nil` if the adjacent positions leave no room.
    private static func places(
        _ count: Int,
        after former: String?,
        in db: Database
    ) throws -> (first: Int64, step: Int64, region: Region)? {
        let lower = try former.flatMap {
            try Int64.fetchOne(db, sql: "SELECT position FROM receipt WHERE id = ?", arguments: [$0])
        }
        let next = try Int64.fetchOne(
            db,
            sql: "SELECT MIN(position) FROM receipt WHERE position > ?",
            arguments: [lower ?? .min]
        )
        guard let next else { return ((lower ?? 0) + gap, gap, .end) }
        guard let lower else { return (next - gap * Int64(count), gap, .start) }
        // The next page probably continues here, so some of the room is left.
        let step = min((next - lower) / Int64(count + 1), runGap)
        return step > 0 ? (lower + step, step, .middle) : nil
    }

    /// Returns whether the numbers of receipts may differ from the order of the list, as after an insertion between
    /// others.
    ///
    /// - Throws: An error if the database cannot be read.
    static func hasInsertions(_ db: Database) throws -> Bool { try value(.insertions, in: db) ?? false }

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

    private static func remove(_ id: String, from db: Database, keepsContentArea: Bool = false) throws {
        if !keepsContentArea { try db.execute(sql: "DELETE FROM contentArea WHERE receiptId = ?", arguments: [id]) }
        guard let number = try number(of: id, in: db) else { return }
        try db.execute(sql: "DELETE FROM receiptText WHERE rowid = ?", arguments: [number])
        try db.execute(sql: "DELETE FROM receipt WHERE number = ?", arguments: [number])
    }

    /// Adds a receipt; without a number, it receives the highest one.
    private static func add(_ row: StoredRow, at position: Int64, number: Int64? = nil, to db: Database) throws {
        let insertion = try db.cachedStatement(
            sql: """
                INSERT INTO receipt (number, id, position, date, isFavourite, isHidden, isExtra, body)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """
        )
        try insertion.execute(arguments: [number, row.base.id, position] + columns(of: row))
        if let shown = row.shown { try index(shown, number: db.lastInsertedRowID, in: db) }
    }

    private static func replace(_ row: StoredRow, in db: Database) throws {
        guard let number = try number(of: row.base.id, in: db) else { return }
        try db.execute(
            sql: "UPDATE receipt SET date = ?, isFavourite = ?, isHidden = ?, isExtra = ?, body = ? WHERE number = ?",
            arguments: columns(of: row) + [number]
        )
        try db.execute(sql: "DELETE FROM receiptText WHERE rowid = ?", arguments: [number])
        if let shown = row.shown { try index(shown, number: number, in: db) }
    }

    private static func columns(of row: StoredRow) -> StatementArguments {
        let shown = row.shown ?? row.base
        return [
            shown.head.date.timeIntervalSince1970, shown.misc.isFavourite, row.shown == nil, row.isExtra,
            Data(JSONCoding.encode(row.base)),
        ]
    }

    /// Adds a receipt to the search index.
    ///
    /// - Throws: An error if the database cannot be changed.
    static func index(_ receipt: Receipt, number: Int64, in db: Database) throws {
        let texts = zip(SearchColumn.allCases, ReceiptText(receipt).columns).map { column, texts in
            column.encoded(SearchFolding.marked(texts))
        }
        let insertion = try db.cachedStatement(
            sql: """
                INSERT INTO receiptText (rowid, store, note, amount, lines, discounts, address)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        )
        try insertion.execute(arguments: [number] + StatementArguments(texts))
    }
}
