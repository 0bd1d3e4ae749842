import APIRuntime
import APIServer
import Foundation
import SensibillAPI

/// The operations of the tag "documents".
struct SensibillDocuments: SensibillDocumentsService {
    let store: SensibillStore

    /// The maximum number of documents in one request.
    private static let batchLimit = 10

    /// Accepts a document, which is read asynchronously.
    func create(
        body: DocumentCreationRequestDto,
        request: ServerRequest
    ) throws(PostDocumentError) -> ServerResponse<DocumentCreationResponseDto> {
        try store.perform(PostDocumentError.self) { () throws(SensibillRefusal) in
            try store.add(Upload(body), userID: try store.userID(request))
        }
    }

    /// Deletes either all of the documents or none.
    func deleteMany(
        body: DocumentDeleteRequestDto,
        request: ServerRequest
    ) throws(DeleteDocumentsError) -> ServerResponse<DocumentDeleteResponseDto> {
        try store.asUser(request, DeleteDocumentsError.self) { (user, _) throws(SensibillRefusal) in
            try checkBatch(body.ids)
            for id in body.ids where user.documentIndex(id) == nil {
                throw .badRequest("The user has no document \(id).", .validationFailedError)
            }
            user.removeDocuments { body.ids.contains($0.id) }
            return DocumentDeleteResponseDto(ids: body.ids)
        }
    }

    /// Returns the reading status of documents.
    ///
    /// With a timeout, waits for the first of the documents that is done.
    func status(
        ids: [String],
        timeout: Int? = nil,
        request: ServerRequest
    ) async throws(GetDocumentsStatusError) -> ServerResponse<DocumentsStatusResponseDto> {
        let wait = try store.perform(GetDocumentsStatusError.self) { () throws(SensibillRefusal) in
            try checkBatch(ids)
            guard 1...25 ~= timeout ?? 1 else {
                throw .badRequest("The timeout is not 1 to 25 seconds.", .invalidParameterError)
            }
            return LongPoll(seconds: Double(timeout ?? 0), start: store.now)
        }.body
        var reply = try statusNow(ids, request)
        while !reply.body.hasEnded, await wait.goesOn(store: store) {
            reply = try statusNow(ids, request)
        }
        return reply
    }

    /// Returns one document, with the reason if reading failed.
    func get(id: String, request: ServerRequest) throws(GetDocumentByIdError) -> ServerResponse<GetDocumentResponseDto>
    {
        try store.asUser(request, GetDocumentByIdError.self) { (user, now) throws(SensibillRefusal) in
            let document = try user.document(id)
            return GetDocumentResponseDto(
                document: document.dto(at: now, base: request.baseURL),
                error: document.error(at: now)
            )
        }
    }

    /// Changes properties of a document.
    func edit(
        id: String,
        body: EditDocumentRequestDto,
        request: ServerRequest
    ) throws(EditDocumentError) -> ServerResponse<EditDocumentResponseDto> {
        try store.asUser(request, EditDocumentError.self) { (user, now) throws(SensibillRefusal) in
            var document = try user.document(id)
            try document.apply(body)
            document.editedAt = now
            user.replace(document)
            return EditDocumentResponseDto(id: id)
        }
    }

    /// Returns the image: the file itself if it is a JPEG, or a grey square.
    func image(id: String, request: ServerRequest) throws(DocumentImageError) -> ServerResponse<Data> {
        try store.asUser(request, DocumentImageError.self) { (user, _) throws(SensibillRefusal) in
            let document = try user.document(id)
            return Data(document.kind == .jpeg ? document.file : PlainJPEG.bytes)
        }
    }

    /// Returns the original PDF.
    func pdf(id: String, request: ServerRequest) throws(DocumentPdfError) -> ServerResponse<Data> {
        try store.asUser(request, DocumentPdfError.self) { (user, _) throws(SensibillRefusal) in
            let document = try user.document(id)
            guard document.kind == .pdf else { throw .badRequest("The source of the document is no PDF.") }
            return Data(document.file)
        }
    }

    private func statusNow(
        _ ids: [String],
        _ request: ServerRequest
    ) throws(GetDocumentsStatusError) -> ServerResponse<DocumentsStatusResponseDto> {
        try store.asUser(request, GetDocumentsStatusError.self) { (user, now) throws(SensibillRefusal) in
            let documents = ids.compactMap { id in user.documents.first { $0.id == id } }
            let unknown = ids.filter { user.documentIndex($0) == nil }
            guard unknown.allSatisfy({ 20...35 ~= $0.count }) else {
                throw .badRequest("The id of a document has 20 to 35 characters.", .invalidParameterError)
            }
            return DocumentsStatusResponseDto(
                documents: documents.map { $0.statusItem(at: now) },
                errors: unknown.isEmpty
                    ? nil : unknown.map { DocumentsStatusResponseErrorDto(id: $0, message: "No document has this id") }
            )
        }
    }

    private func checkBatch(_ ids: [String]) throws(SensibillRefusal) {
        guard 1...Self.batchLimit ~= ids.count else {
            throw .badRequest("The call names no document, or more than \(Self.batchLimit).", .validationFailedError)
        }
    }
}

extension DocumentsStatusResponseDto {
    /// Whether the wait is over: a document is done, or none is known.
    fileprivate var hasEnded: Bool {
        documents.isEmpty || documents.contains { $0.status != .inProcessing }
    }
}

extension SensibillUser {
    /// Returns a document.
    ///
    /// - Throws: A refusal with status 404.
    func document(_ id: String) throws(SensibillRefusal) -> StoredDocument {
        guard let index = documentIndex(id) else { throw .notFound("The user has no document with this id.") }
        return documents[index]
    }

    /// Replaces a document with its changed version.
    mutating func replace(_ document: StoredDocument) {
        if let index = documentIndex(document.id) { documents[index] = document }
    }
}
