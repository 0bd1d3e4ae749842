import APIRuntime
import Foundation
import SensibillAPI

struct LiveDocumentsEndpoints: DocumentsEndpointsProvider {
    let endpoints: LiveEndpoints
    var version: EndpointVersion { .v2 }

    func document(
        create request: SensibillAPIModel.DocumentCreationRequestDto
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.DocumentCreationResponseDto> {
        try InputCheck.upload(request)
        let scope = TransferScope.current
        return try endpoints.task(.user) { client in
            // The call may have waited for a token since the app removed the document.
            if UploadMeter.isRemoved { throw CancellationError() }
            // A transfer by the system lasts as long as there is no connection.
            let week = Duration.seconds(7 * 24 * 3600)
            let options = CallOptions(timeout: scope.map { _ in week }, progress: UploadMeter.listener)
            return try await TransferScope.$sending.withValue(scope) {
                try await client.documents.create(body: request, options: options)
            }
        }
    }

    func documents(
        status request: SensibillAPIModel.DocumentsStatusRequestDto,
        timeout: Int?
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.DocumentsStatusResponseDto> {
        try InputCheck.ids(request.ids, "Document ids", count: 1...10)
        try InputCheck.range(timeout, "timeout", 1...25)
        return try endpoints.task(.user) { try await $0.documents.status(ids: request.ids, timeout: timeout) }
    }

    func document(id: String) throws -> SensibillAPIClient.Task<SensibillAPIModel.GetDocumentResponseDto> {
        try InputCheck.id(id, "A document id")
        return try endpoints.task(.user) { try await $0.documents.get(id: id) }
    }

    func image(forDocumentId id: String) throws -> SensibillAPIClient.Task<SensibillAPIModel.Binary> {
        try InputCheck.id(id, "A document id")
        return try endpoints.task(.user) { client in
            .init(try await client.documents.withResponse { try await $0.image(id: id) })
        }
    }

    func pdf(forDocumentId id: String) throws -> SensibillAPIClient.Task<SensibillAPIModel.Binary> {
        try InputCheck.id(id, "A document id")
        return try endpoints.task(.user) { client in
            .init(try await client.documents.withResponse { try await $0.pdf(id: id) })
        }
    }

    func document(
        delete request: SensibillAPIModel.DocumentDeleteRequestDto
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.DocumentDeleteResponseDto> {
        try InputCheck.ids(request.ids, "Document ids", count: 1...10)
        return try endpoints.task(.user) { try await $0.documents.deleteMany(body: request) }
    }

    func document(
        update request: SensibillAPIModel.EditDocumentRequestDto,
        id: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.EditDocumentResponseDto> {
        try InputCheck.id(id, "A document id")
        try InputCheck.edit(request)
        return try endpoints.task(.user) { try await $0.documents.edit(id: id, body: request) }
    }

    func documents(
        filter: SensibillAPIModel.GetDocumentListFilter,
        page: SensibillAPIModel.Page,
        sorting: SensibillAPIModel.Sorting
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.GetDocumentListResponseDto> {
        try InputCheck.page(page)
        try InputCheck.sorting(sorting)
        try InputCheck.filter(filter)
        return try endpoints.task(.user) { try await $0.documents.list(filter, page, sorting) }
    }
}

extension SensibillAPIModel.Binary {
    /// Creates the file from a response.
    init(_ response: APIResponse<Data>) {
        self.init(
            data: response.body,
            contentType: response.header("Content-Type"),
            disposition: response.header("Content-Disposition")
        )
    }
}
