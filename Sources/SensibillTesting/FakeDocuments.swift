public import SensibillSDK

/// Endpoints for documents whose responses an app's tests define.
///
/// A task whose closure is not set fails with ``FakeResponseMissing``.
public struct FakeDocuments: DocumentsEndpointsProvider {
    /// The version of the API.
    public var version = EndpointVersion.v2

    /// The response of a task that uploads a document.
    public var create:
        @Sendable (
            SensibillAPIModel.DocumentCreationRequestDto
        ) async throws -> SensibillAPIModel.DocumentCreationResponseDto = { _ in
            throw FakeResponseMissing("documents.create")
        }

    /// The response of a task that requests the processing status of up to ten documents.
    public var status:
        @Sendable (
            SensibillAPIModel.DocumentsStatusRequestDto,
            Int?
        ) async throws -> SensibillAPIModel.DocumentsStatusResponseDto = { _, _ in
            throw FakeResponseMissing("documents.status")
        }

    /// The response of a task that reads a document with its extracted content.
    public var get: @Sendable (String) async throws -> SensibillAPIModel.GetDocumentResponseDto =
        { _ in throw FakeResponseMissing("documents.get") }

    /// The response of a task that downloads the picture of a document, always as a JPEG.
    public var picture: @Sendable (String) async throws -> SensibillAPIModel.Binary =
        { _ in throw FakeResponseMissing("documents.picture") }

    /// The response of a task that downloads the PDF of a document that was uploaded as a PDF.
    public var pdfFile: @Sendable (String) async throws -> SensibillAPIModel.Binary =
        { _ in throw FakeResponseMissing("documents.pdfFile") }

    /// The response of a task that deletes up to ten documents, either all or none.
    public var delete:
        @Sendable (
            SensibillAPIModel.DocumentDeleteRequestDto
        ) async throws -> SensibillAPIModel.DocumentDeleteResponseDto = { _ in
            throw FakeResponseMissing("documents.delete")
        }

    /// The response of a task that corrects parts of a document.
    public var update:
        @Sendable (
            SensibillAPIModel.EditDocumentRequestDto,
            String
        ) async throws -> SensibillAPIModel.EditDocumentResponseDto = { _, _ in
            throw FakeResponseMissing("documents.update")
        }

    /// The response of a task that lists one page of the documents that match a filter.
    public var list:
        @Sendable (
            SensibillAPIModel.GetDocumentListFilter,
            SensibillAPIModel.Page,
            SensibillAPIModel.Sorting
        ) async throws -> SensibillAPIModel.GetDocumentListResponseDto = { _, _, _ in
            throw FakeResponseMissing("documents.list")
        }

    /// Creates endpoints without responses.
    public init() {}
}

extension FakeDocuments {
    /// Creates a task that uploads a document.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func document(
        create request: SensibillAPIModel.DocumentCreationRequestDto
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.DocumentCreationResponseDto> {
        .init { [create] _ in try await create(request) }
    }

    /// Creates a task that requests the processing status of up to ten documents.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func documents(
        status request: SensibillAPIModel.DocumentsStatusRequestDto,
        timeout: Int?
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.DocumentsStatusResponseDto> {
        .init { [status] _ in try await status(request, timeout) }
    }

    /// Creates a task that reads a document with its extracted content.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func document(id: String) throws -> SensibillAPIClient.Task<SensibillAPIModel.GetDocumentResponseDto> {
        .init { [get] _ in try await get(id) }
    }

    /// Creates a task that downloads the picture of a document, always as a JPEG.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func image(forDocumentId id: String) throws -> SensibillAPIClient.Task<SensibillAPIModel.Binary> {
        .init { [picture] _ in try await picture(id) }
    }

    /// Creates a task that downloads the PDF of a document that was uploaded as a PDF.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func pdf(forDocumentId id: String) throws -> SensibillAPIClient.Task<SensibillAPIModel.Binary> {
        .init { [pdfFile] _ in try await pdfFile(id) }
    }

    /// Creates a task that deletes up to ten documents, either all or none.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func document(
        delete request: SensibillAPIModel.DocumentDeleteRequestDto
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.DocumentDeleteResponseDto> {
        .init { [delete] _ in try await delete(request) }
    }

    /// Creates a task that corrects parts of a document.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func document(
        update request: SensibillAPIModel.EditDocumentRequestDto,
        id: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.EditDocumentResponseDto> {
        .init { [update] _ in try await update(request, id) }
    }

    /// Creates a task that lists one page of the documents that match a filter.
    ///
    /// - Throws: Never throws; the task ends with the error of the closure.
    public func documents(
        filter: SensibillAPIModel.GetDocumentListFilter,
        page: SensibillAPIModel.Page,
        sorting: SensibillAPIModel.Sorting
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.GetDocumentListResponseDto> {
        .init { [list] _ in try await list(filter, page, sorting) }
    }
}
