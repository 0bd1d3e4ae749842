import APIRuntime
import Foundation
import SensibillAPI

/// An upload with a validated form.
struct Upload: Sendable {
    let file: [UInt8]
    let kind: SensibillFileKind
    let documentType: DocumentType
    var foreignId: String?
    var description: String?
    var account: AccountMetadata?
}

extension SensibillStore {

    /// Accepts an upload.
    ///
    /// A repeated foreign ID returns the first document again.
    ///
    /// - Returns: The document's ID.
    func add(_ upload: Upload, userID: String) throws(SensibillRefusal) -> DocumentCreationResponseDto {
        let now = now
        return try withState { (state) throws(SensibillRefusal) in
            guard var user = state.users[userID] else { throw .unauthorized("The account does not exist any more.") }
            if let foreignId = upload.foreignId, let known = user.foreignIDs[foreignId] {
                return DocumentCreationResponseDto(id: known)
            }
            guard upload.documentType != .invoice || state.settings.allowsInvoices else {
                throw .forbidden("The client may not handle invoices.")
            }
            let script = upload.foreignId.flatMap { state.scripts.removeValue(forKey: $0) }
            // Documents are read one after another: reading starts when the user's last document is done.
            let start = max(now, user.busyUntil)
            user.busyUntil = start.addingTimeInterval(script?.readingTime ?? state.settings.readingTime)
            let document = document(upload, user, now, script)
            user.documents.append(document)
            if let foreignId = upload.foreignId { user.foreignIDs[foreignId] = document.id }
            state.users[userID] = user
            return DocumentCreationResponseDto(id: document.id)
        }
    }

    private func document(
        _ upload: Upload,
        _ user: SensibillUser,
        _ now: Date,
        _ script: SensibillState.Script?
    ) -> StoredDocument {
        let reading = DocumentReading(
            number: nextNumber("reading"),
            today: day(of: now),
            file: upload.file,
            texts: [upload.description, upload.foreignId]
        )
        var outcome = reading.outcome
        if let script {
            outcome =
                script.failureCode.map {
                    .failure(GetDocumentErrorDto(errorDescription: "The document could not be read.", code: $0))
                } ?? .success
        }
        return StoredDocument(
            id: nextID("doc"),
            documentType: upload.documentType,
            foreignId: upload.foreignId,
            format: upload.kind.sourceFormat,
            file: upload.file,
            kind: upload.kind,
            arrival: now,
            finishesAt: user.busyUntil,
            outcome: outcome,
            description: upload.description,
            account: upload.account,
            content: reading.content(upload.documentType, currency: user.defaultCurrency)
        )
    }

    /// Adds documents that are already read to a user: one per day, the newest a day before a date.
    func addReadDocuments(_ count: Int, to user: inout SensibillUser, before now: Date) {
        for index in 0..<count {
            let arrival = now.addingTimeInterval(-86_400 * Double(count - index))
            let upload = Upload(file: PlainJPEG.bytes, kind: .jpeg, documentType: .receipt)
            user.busyUntil = arrival
            user.documents.append(document(upload, user, arrival, nil))
        }
    }

    private func day(of date: Date) -> CalendarDate {
        let text = String(decoding: JSONCoding.encode(date).dropFirst().prefix(10), as: UTF8.self)
        guard let day = CalendarDate(text) else { preconditionFailure("A time stamp starts with its day.") }
        return day
    }
}
