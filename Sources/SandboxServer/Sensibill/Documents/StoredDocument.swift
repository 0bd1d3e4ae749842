import APIRuntime
import Foundation
import SensibillAPI

/// A document of one user as the sandbox keeps it.
///
/// Its state is not stored but follows from the time: reading ends at a date that is known from the start.
struct StoredDocument: Sendable {

    /// How reading ends.
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
    /// What is read from the file; seen from outside only after reading ended well.
    var content: DocumentContentDto
    var userMetadata = DocumentUserMetadataDto(folders: [])
    /// Time of the user's last change; `nil` before the first.
    var editedAt: Date?

    /// The state at a time.
    func status(at now: Date) -> Status {
        guard now >= finishesAt else { return .inProcessing }
        if case .failure = outcome { return .completedFailed }
        return .completedSuccess
    }

    /// Why reading failed; `nil` before it ended and when it ended well.
    func error(at now: Date) -> GetDocumentErrorDto? {
        guard now >= finishesAt, case .failure(let error) = outcome else { return nil }
        return error
    }

    /// The content as a caller may see it: nothing but an unknown currency unless reading ended well.
    func visibleContent(at now: Date) -> DocumentContentDto {
        status(at: now) == .completedSuccess ? content : DocumentContentDto(currencyCode: nil)
    }

    /// Time of the last change: the upload, the end of reading or an edit, whichever came last.
    func lastUpdate(at now: Date) -> Date {
        [arrival, now >= finishesAt ? finishesAt : arrival, editedAt ?? arrival].max() ?? arrival
    }

    /// Whether the document lies in a folder.
    func isIn(folder: String) -> Bool { userMetadata.folders?.contains(folder) ?? false }
}

extension StoredDocument {

    /// The document as `GET /documents/{id}` gives it.
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

    /// The document as a list gives it, with less content.
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

    /// The document as `GET /documents/status` gives it.
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
