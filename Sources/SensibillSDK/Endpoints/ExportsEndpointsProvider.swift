import APIRuntime
public import SensibillAPI

/// Files made from many documents of the current user.
///
/// All calls need the user token.
public protocol ExportsEndpointsProvider: EndpointsProvider {
    /// Begins an export of at most 500 documents.
    ///
    /// The status `noDocumentsFound` says that nothing matched and nothing will be made.
    func export(
        create request: SensibillAPIModel.ExportCreateDto
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.ExportCreateResponseDto>

    /// How far an export is.
    func export(statusForId id: String) throws -> SensibillAPIClient.Task<SensibillAPIModel.ExportsResponseDto>

    /// The file of a completed export: CSV, PDF, XLSX, or ZIP for several files.
    func contents(forExportId id: String) throws -> SensibillAPIClient.Task<SensibillAPIModel.Binary>

    /// All exports; each is kept for 14 days.
    func exports() throws -> SensibillAPIClient.Task<SensibillAPIModel.ExportsListResponse>
}

struct LiveExportsEndpoints: ExportsEndpointsProvider {
    let endpoints: LiveEndpoints
    var version: EndpointVersion { .v2 }

    func export(
        create request: SensibillAPIModel.ExportCreateDto
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.ExportCreateResponseDto> {
        try InputCheck.export(request)
        return try endpoints.task(.user) { try await $0.exports.create(body: request) }
    }

    func export(statusForId id: String) throws -> SensibillAPIClient.Task<SensibillAPIModel.ExportsResponseDto> {
        try InputCheck.exportID(id)
        return try endpoints.task(.user) { try await $0.exports.get(id: id) }
    }

    func contents(forExportId id: String) throws -> SensibillAPIClient.Task<SensibillAPIModel.Binary> {
        try InputCheck.exportID(id)
        return try endpoints.task(.user) { client in
            .init(try await client.exports.withResponse { try await $0.contents(id: id) })
        }
    }

    func exports() throws -> SensibillAPIClient.Task<SensibillAPIModel.ExportsListResponse> {
        try endpoints.task(.user) { try await $0.exports.list() }
    }
}
