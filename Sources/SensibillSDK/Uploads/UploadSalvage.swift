import Foundation
import GRDB

/// A copy of the documents of a damaged queue into a new one, as far as they can be read.
///
/// Searches the table and both of its indexes for documents, and then reads each document separately. A damaged page
/// costs only the content that it has, and a document whose row cannot be read remains in the queue.
struct UploadSalvage {
    /// The result of a copy.
    struct Outcome: Equatable, Sendable {
        /// The documents that were copied with all that the queue needs of them.
        var intact: Set<String> = []
        /// The documents that were kept although their files or their metadata cannot be read.
        var damaged: Set<String> = []
        /// The documents whose users cannot be read; they are only in the damaged file.
        var lost: Set<String> = []
        /// The number of documents whose source ids cannot be read; they are only in the damaged file.
        var unnamed = 0
    }

    let damaged: Database
    let fresh: Database

    /// A document that one of the indexes contains.
    private struct Trace {
        var sourceId: String?
        var owner: String?
    }

    /// Copies the documents in the order in which they were added.
    ///
    /// - Throws: An error of the new file.
    func run() throws -> Outcome {
        var outcome = Outcome()
        for (id, trace) in traces().sorted(by: { $0.key < $1.key }) { try copy(id, trace, &outcome) }
        return outcome
    }

    private func copy(_ id: Int64, _ trace: Trace, _ outcome: inout Outcome) throws {
        let content = value("content", of: id).flatMap(Data.fromDatabaseValue)
        if let (record, owner) = row(id) {
            try insert(record, content, owner)
            if owner == UploadStore.ownerOfRemoved { return }
            let isIntact = content != nil || !record.needsContent
            if isIntact { outcome.intact.insert(record.sourceId) } else { outcome.damaged.insert(record.sourceId) }
        } else if let sourceId = trace.sourceId, let owner = trace.owner {
            try insert(UploadRecord(damaged: sourceId, hasContent: content != nil), content, owner)
            if owner == UploadStore.ownerOfRemoved { return }
            outcome.damaged.insert(sourceId)
        } else if let sourceId = trace.sourceId {
            outcome.lost.insert(sourceId)
        } else {
            outcome.unnamed += 1
        }
    }

    /// Returns the ids of the rows that the table or an index contains, with what the indexes have of them.
    private func traces() -> [Int64: Trace] {
        var traces: [Int64: Trace] = [:]
        forEachRow("SELECT id, NULL AS owner, NULL AS sourceId FROM upload NOT INDEXED ORDER BY id") { id, _, _ in
            traces[id] = Trace()
        }
        forEachRow("SELECT id, owner, NULL AS sourceId FROM upload INDEXED BY uploadOwner ORDER BY owner") {
            (id, owner, _) in traces[id, default: Trace()].owner = owner
        }
        let bySource = "FROM upload INDEXED BY sqlite_autoindex_upload_1 ORDER BY sourceId"
        forEachRow("SELECT id, NULL AS owner, sourceId \(bySource)") { id, _, sourceId in
            traces[id, default: Trace()].sourceId = sourceId
        }
        return traces
    }

    /// Calls a closure with the columns of each row that can be read.
    ///
    /// Reads from both ends, because reading stops at the damage. A row may come twice.
    private func forEachRow(_ sql: String, _ body: (_ id: Int64, _ owner: String?, _ sourceId: String?) -> Void) {
        for order in ["ASC", "DESC"] {
            guard let rows = try? Row.fetchCursor(damaged, sql: "\(sql) \(order)") else { continue }
            // Bounded, because a damaged tree may return its rows repeatedly.
            for _ in 0..<100_000 {
                guard let row = try? rows.next() else { break }
                guard let id = Int64.fromDatabaseValue(row["id"]) else { continue }
                body(id, String.fromDatabaseValue(row["owner"]), String.fromDatabaseValue(row["sourceId"]))
            }
        }
    }

    /// Returns a document whose row can be read and does not contradict itself.
    private func row(_ id: Int64) -> (record: UploadRecord, owner: String)? {
        guard let bytes = value("record", of: id).flatMap(Data.fromDatabaseValue),
            let record = try? JSONDecoder().decode(UploadRecord.self, from: bytes),
            value("sourceId", of: id).flatMap(String.fromDatabaseValue) == record.sourceId,
            let owner = value("owner", of: id).flatMap(String.fromDatabaseValue)
        else { return nil }
        return (record, owner)
    }

    private func value(_ column: String, of id: Int64) -> DatabaseValue? {
        let sql = "SELECT \(column) FROM upload NOT INDEXED WHERE id = ?"
        return (try? Row.fetchOne(damaged, sql: sql, arguments: [id]))?[0]
    }

    private func insert(_ record: UploadRecord, _ content: Data?, _ owner: String) throws {
        try fresh.execute(
            sql: """
                INSERT INTO upload (sourceId, owner, record, content) VALUES (?, ?, ?, ?)
                ON CONFLICT (sourceId) DO NOTHING
                """,
            arguments: [record.sourceId, owner, try JSONEncoder().encode(record), content]
        )
    }
}

extension UploadRecord {
    /// Creates the record of a document whose own record cannot be read.
    init(damaged sourceId: String, hasContent: Bool) {
        self.init(sourceId: sourceId, metadata: DocumentMetadata(documentType: .receipt))
        // Without a file, the engine asks the service for the document before it decides.
        if hasContent { uploadFailed(.refused(cause: Self.lostMetadata)) }
    }

    /// The reason for which a document whose metadata cannot be read is not sent.
    static let lostMetadata =
        "The document's metadata on this device are damaged. A retry sends it as a receipt without them."
}
