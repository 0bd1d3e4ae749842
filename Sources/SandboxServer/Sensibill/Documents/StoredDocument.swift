import APIRuntime
import Foundation
import SensibillAPI

/// A document of one user in the sandbox's records.
///
/// Its status is not stored but computed from the time: the end of reading is known from the start.
struct StoredDocument: Sendable {

    /// The outcome of reading.
    enum Outcome: Sendable {
        case success
        case failure(GetDocumentErrorDto)
    }

    let id: String
    let documentType: DocumentType
    let foreignId: String?
    let format: SourceDocumentFormat
    let file: [UInt8]
    let kind: SensibillFileKind
    let arrival: Date
    let finishesAt: Date
    let outcome: Outcome
    var description: String?
    var account: AccountMetadata?
    /// The content read from the file, which is visible only after reading has succeeded.
    var content: DocumentContentDto
    var userMetadata = DocumentUserMetadataDto(folders: [])
    /// The time of the user's last change; `nil` before the first.
    var editedAt: Date?

    /// Returns the status at a time.
    func status(at now: Date) -> Status {
        guard now >= finishesAt else { return .inProcessing }
        if case .failure = outcome { return .completedFailed }
        return .completedSuccess
    }

    /// Returns the reason why reading failed, or `nil` if it has not ended or has succeeded.
    func error(at now: Date) -> GetDocumentErrorDto? {
        guard now >= finishesAt, case .failure(let error) = outcome else { return nil }
        return error
    }

    /// Returns the visible content: only an unknown currency unless reading has succeeded.
    func visibleContent(at now: Date) -> DocumentContentDto {
        status(at: now) == .completedSuccess ? content : DocumentContentDto(currencyCode: nil)
    }

    /// Returns the time of the last change: the upload, the end of reading or an edit, whichever is latest.
    func lastUpdate(at now: Date) -> Date {
        [arrival, now >= finishesAt ? finishesAt : arrival, editedAt ?? arrival].max() ?? arrival
    }

    /// Returns whether the document is in a folder.
    func isIn(folder: String) -> Bool { userMetadata.folders?.contains(folder) ?? false }
}

extension StoredDocument {

    /// Returns the document in the format of `GET /documents/{id}`.
    func dto(at now: Date, base: String) -> DocumentDto {
        DocumentDto(
            id: id,
            foreignId: foreignId,
            documentType: documentType,
            status: status(at: now),
            arrivalDateTime: arrival,
            lastUpdateDateTime: lastUpdate(at: now),
            description: description,
            accountMetadata: account,
            content: visibleContent(at: now),
            source: source(base: base),
            userMetadata: userMetadata
        )
    }

    /// Returns the document in the format of a list, with less content.
    func listItem(at now: Date, base: String) -> DocumentListItemDto {
        let content = visibleContent(at: now)
        return DocumentListItemDto(
            id: id,
            foreignId: foreignId,
            documentType: documentType,
            status: status(at: now),
            arrivalDateTime: arrival,
            lastUpdateDateTime: lastUpdate(at: now),
            description: description,
            accountMetadata: account,
            content: DocumentListItemContentDto(
                currencyCode: content.currencyCode,
                documentNumber: content.documentNumber,
                documentDate: content.documentDate,
                documentTime: content.documentTime,
                dueDate: content.dueDate,
                merchant: content.merchant.map {
                    DocumentListMerchantDto(merchantName: $0.merchantName, categoryCode: $0.categoryCode)
                },
                payments: content.payments,
                total: content.total,
                amountDue: content.amountDue
            ),
            source: source(base: base),
            userMetadata: userMetadata
        )
    }

    /// Returns the document in the format of `GET /documents/status`.
    func statusItem(at now: Date) -> DocumentStatusListItemDto {
        DocumentStatusListItemDto(
            id: id,
            foreignId: foreignId,
            documentType: documentType,
            status: status(at: now),
            arrivalDateTime: arrival,
            lastUpdateDateTime: lastUpdate(at: now)
        )
    }

    private func source(base: String) -> SourceDocumentDto {
        let address = "\(base)/api/v2/documents/\(id)"
        return SourceDocumentDto(
            format: format,
            url: kind == .pdf ? "\(address)/pdf" : "\(address)/image",
            imagePreview: "\(address)/image"
        )
    }
}
