import APIRuntime
public import SensibillAPI

/// The endpoints for exports of the current user's documents.
///
/// All calls need the user token.
public protocol ExportsEndpointsProvider: EndpointsProvider {
    /// Creates a task that starts an export of at most 500 documents.
    ///
    /// The status `noDocumentsFound` means that no document matches and that the service creates no file.
    ///
    /// - Parameter request: The documents and formats to export.
    /// - Returns: A task, not yet executed.
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func export(
        create request: SensibillAPIModel.ExportCreateDto
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.ExportCreateResponseDto>

    /// Creates a task that requests the status of an export.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func export(statusForId id: String) throws -> SensibillAPIClient.Task<SensibillAPIModel.ExportsResponseDto>

    /// Creates a task that downloads the file of a completed export: CSV, PDF, XLSX, or ZIP for several files.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func contents(forExportId id: String) throws -> SensibillAPIClient.Task<SensibillAPIModel.Binary>

    /// Creates a task that lists all exports; the service keeps each for 14 days.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` if the base URL cannot be used.
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
