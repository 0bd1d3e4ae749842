import AnybillAPI
import Foundation

@testable import AnybillBase

extension UserStore {
    /// The stored receipts in the order of the list.
    func receipts() throws -> [Receipt] { try load().rows.map(\.base) }

    /// Replaces all receipts by the first page of a query.
    func replaceAll(by receipts: [Receipt], query: ReceiptQuery) throws {
        var write = StoreWrite()
        write.whole = receipts.map { StoredRow(base: $0, shown: $0) }
        write.query = query
        try self.write(write)
    }

    /// Appends receipts that the store does not contain.
    func append(_ receipts: [Receipt]) throws {
        var write = StoreWrite()
        write.appended = receipts.map { StoredRow(base: $0, shown: $0) }
        try self.write(write)
    }

    /// Replaces a receipt.
    func replace(_ receipt: Receipt) throws {
        var write = StoreWrite()
        write.changed = [StoredRow(base: receipt, shown: receipt)]
        try self.write(write)
    }

    /// Inserts a receipt that was fetched outside the query.
    func insert(_ receipt: Receipt, after former: String?) throws {
        var write = StoreWrite()
        write.inserted = [(StoredRow(base: receipt, shown: receipt, isExtra: true), former)]
        try self.write(write)
    }

    /// Inserts receipts that were fetched outside the query, one after the other.
    func insert(_ receipts: [Receipt], after former: String?) throws {
        var write = StoreWrite()
        let formers = [former] + receipts.map(\.id)
        write.inserted = zip(receipts, formers).map { (StoredRow(base: $0, shown: $0, isExtra: true), $1) }
        try self.write(write)
    }

    /// Removes receipts.
    func remove(_ ids: [String]) throws {
        var write = StoreWrite()
        write.removed = ids
        try self.write(write)
    }
}

/// Renames the files of a database that contexts have open, as a process does that replaces a damaged one.
func setDatabaseAside(in folder: TemporaryFolder) throws {
    let path = folder.url.appendingPathComponent("receipts.sqlite").path
    let name = "\(path)-\(UUID().uuidString)"
    for ending in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path + ending) {
        try FileManager.default.moveItem(atPath: path + ending, toPath: name + ending)
    }
}
