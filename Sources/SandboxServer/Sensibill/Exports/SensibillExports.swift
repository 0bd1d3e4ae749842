import APIRuntime
import APIServer
import Foundation
import HTTPTypes
import SensibillAPI

/// The operations of the tag "exports".
struct SensibillExports: SensibillExportsService {
    let store: SensibillStore

    /// The maximum number of documents in one export.
    private static let documentLimit = 500

    /// Creates an export of the matching documents.
    func create(
        body: ExportCreateDto,
        request: ServerRequest
    ) throws(CreateExportError) -> ServerResponse<ExportCreateResponseDto> {
        let settings = store.withState(\.settings)
        let id = identifier()
        return try store.asUser(request, CreateExportError.self) { (user, now) throws(SensibillRefusal) in
            let filter = DocumentFilter(criteria: body.criteria)
            try check(body, filter)
            let documents = user.documents.filter { filter.matches($0, at: now) }
            guard documents.count <= Self.documentLimit else {
                throw .badRequest("More than \(Self.documentLimit) documents match.", .validationFailedError)
            }
            let startsAt = now.addingTimeInterval(settings.exportWaitingTime)
            let export = StoredExport(
                id: id,
                formats: body.outputFormats,
                createdAt: now,
                startsAt: startsAt,
                completesAt: startsAt.addingTimeInterval(settings.exportWorkingTime),
                documents: documents,
                file: documents.isEmpty ? nil : ExportFile(documents, formats: body.outputFormats, at: now)
            )
            user.exports.append(export)
            return ExportCreateResponseDto(
                id: id,
                status: documents.isEmpty ? .noDocumentsFound : .queued,
                documentsCount: documents.count,
                outputFormats: export.formats,
                createdAt: now,
                destructionTime: export.destructionTime
            )
        }
    }

    /// Returns all exports that have not been deleted yet.
    func list(request: ServerRequest) throws(GetExportsError) -> ServerResponse<[ExportsResponseDto]> {
        try store.asUser(request, GetExportsError.self) { (user, now) throws(SensibillRefusal) in
            user.exports.filter { $0.destructionTime > now }.map { $0.dto(at: now, base: request.baseURL) }
        }
    }

    /// Returns one export.
    func get(id: String, request: ServerRequest) throws(GetExportByIdError) -> ServerResponse<ExportsResponseDto> {
        try store.asUser(request, GetExportByIdError.self) { (user, now) throws(SensibillRefusal) in
            try user.export(id, at: now).dto(at: now, base: request.baseURL)
        }
    }

    /// Returns the file of a completed export.
    ///
    /// A header field suggests a file name. The media type is the format of the export, whatever the request accepts.
    func contents(
        id: String,
        accept: BodyMediaType,
        request: ServerRequest
    ) throws(GetExportContentsError) -> ServerResponse<Data> {
        let reply = try store.asUser(request, GetExportContentsError.self) { (user, now) throws(SensibillRefusal) in
            let export = try user.export(id, at: now)
            guard export.status(at: now) == .completed, let file = export.file else {
                throw .conflict("The export is not completed.")
            }
            return file
        }
        let name = "attachment; filename=\"\(reply.body.name)\""
        let headers: HTTPFields = [.contentDisposition: name, .contentType: reply.body.contentType]
        return ServerResponse(Data(reply.body.bytes), headers: headers)
    }

    private func check(_ body: ExportCreateDto, _ filter: DocumentFilter) throws(SensibillRefusal) {
        guard !body.outputFormats.isEmpty, body.outputFormats.allSatisfy(\.isKnown) else {
            throw .badRequest("The export names no format, or one that does not exist.", .invalidParameterError)
        }
        guard body.criteria.unknownProperties.isEmpty else {
            throw .badRequest("The criteria have a member that does not exist.", .parameterNotAllowedError)
        }
        if let locale = body.locale, !SensibillTables.locales.contains(where: { $0.code == locale }) {
            throw .badRequest("The locale is not supported.", .invalidParameterError)
        }
        try filter.check()
    }

    /// Returns an ID of 86 characters, the length of the service's own IDs.
    private func identifier() -> String {
        var random = store.core.random("sensibill.export.\(store.nextNumber("exp"))")
        return "exp-\(random.hex(82))"
    }
}

extension SensibillUser {
    /// Returns an export that has not been deleted yet.
    ///
    /// - Throws: A refusal with status 404.
    fileprivate func export(_ id: String, at now: Date) throws(SensibillRefusal) -> StoredExport {
        guard let export = exports.first(where: { $0.id == id && $0.destructionTime > now }) else {
            throw .notFound("The user has no export with this id.")
        }
        return export
    }
}
