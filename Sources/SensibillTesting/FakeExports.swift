public import SensibillSDK

/// Endpoints for exports whose responses an app's tests define.
///
/// A task whose closure is not set fails with ``FakeResponseMissing``.
public struct FakeExports: ExportsEndpointsProvider {
    /// The version of the API.
    public var version = EndpointVersion.v2

    /// The response of a task that starts an export of at most 500 documents.
    public var create:
        @Sendable (
            SensibillAPIModel.ExportCreateDto
        ) async throws -> SensibillAPIModel.ExportCreateResponseDto = { _ in
            throw FakeResponseMissing("exports.create")
        }

    /// The response of a task that requests the status of an export.
    public var status: @Sendable (String) async throws -> SensibillAPIModel.ExportsResponseDto =
        { _ in throw FakeResponseMissing("exports.status") }

    /// The response of a task that downloads the file of a completed export: CSV, PDF, XLSX, or ZIP for several files.
    public var file: @Sendable (String) async throws -> SensibillAPIModel.Binary =
        { _ in throw FakeResponseMissing("exports.file") }

    /// The response of a task that lists all exports.
    public var list: @Sendable () async throws -> SensibillAPIModel.ExportsListResponse =
        { throw FakeResponseMissing("exports.list") }

    /// Creates endpoints without responses.
    public init() {}
}

extension FakeExports {
    /// Creates a task that starts an export of at most 500 documents.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func export(
        create request: SensibillAPIModel.ExportCreateDto
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.ExportCreateResponseDto> {
        .init { [create] _ in try await create(request) }
    }

    /// Creates a task that requests the status of an export.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func export(statusForId id: String) throws -> SensibillAPIClient.Task<SensibillAPIModel.ExportsResponseDto> {
        .init { [status] _ in try await status(id) }
    }

    /// Creates a task that downloads the file of a completed export: CSV, PDF, XLSX, or ZIP for several files.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func contents(forExportId id: String) throws -> SensibillAPIClient.Task<SensibillAPIModel.Binary> {
        .init { [file] _ in try await file(id) }
    }

    /// Creates a task that lists all exports.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func exports() throws -> SensibillAPIClient.Task<SensibillAPIModel.ExportsListResponse> {
        .init { [list] _ in try await list() }
    }
}
