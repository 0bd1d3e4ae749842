public import SensibillAPI
/// The endpoints for the receipts and invoices of the current user.
///
/// All calls need the user token.
public protocol DocumentsEndpointsProvider: EndpointsProvider {
    /// Creates a task that uploads a document; the service reads it after the response.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func document(
        create request: SensibillAPIModel.DocumentCreationRequestDto
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.DocumentCreationResponseDto>

    /// Creates a task that requests the processing status of up to ten documents.
    ///
    /// - Parameters:
    ///   - request: The ids of the documents.
    ///   - timeout: The longest time in seconds that the service waits for one of them to be processed, 1 to 25;
    ///     `nil` requests an immediate response.
    /// - Returns: A task, not yet executed.
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func documents(
        status request: SensibillAPIModel.DocumentsStatusRequestDto,
        timeout: Int?
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.DocumentsStatusResponseDto>

    /// Creates a task that reads a document with its extracted content.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func document(id: String) throws -> SensibillAPIClient.Task<SensibillAPIModel.GetDocumentResponseDto>

    /// Creates a task that downloads the picture of a document, always as a JPEG.
    ///
    /// The first request for a PDF or an e-mail may take 20 seconds.
    ///
    /// - Parameter id: The id of the document.
    /// - Returns: A task, not yet executed.
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func image(forDocumentId id: String) throws -> SensibillAPIClient.Task<SensibillAPIModel.Binary>

    /// Creates a task that downloads the PDF of a document that was uploaded as a PDF.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func pdf(forDocumentId id: String) throws -> SensibillAPIClient.Task<SensibillAPIModel.Binary>

    /// Creates a task that deletes up to ten documents, either all or none.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func document(
        delete request: SensibillAPIModel.DocumentDeleteRequestDto
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.DocumentDeleteResponseDto>

    /// Creates a task that corrects parts of a document.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func document(
        update request: SensibillAPIModel.EditDocumentRequestDto,
        id: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.EditDocumentResponseDto>

    /// Creates a task that lists one page of the documents that match a filter.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    func documents(
        filter: SensibillAPIModel.GetDocumentListFilter,
        page: SensibillAPIModel.Page,
        sorting: SensibillAPIModel.Sorting
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.GetDocumentListResponseDto>
}

extension DocumentsEndpointsProvider {
    /// Creates a task that requests the status of up to ten documents, without waiting for changes.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    public func documents(
        status request: SensibillAPIModel.DocumentsStatusRequestDto
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.DocumentsStatusResponseDto> {
        try documents(status: request, timeout: nil)
    }

    /// Creates a task that lists the first page of all documents, newest first.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` if the base URL cannot be used.
    public func documents() throws -> SensibillAPIClient.Task<SensibillAPIModel.GetDocumentListResponseDto> {
        try documents(filter: .init(), page: .init(), sorting: .init())
    }

    /// Creates a task that lists a page of all documents, newest first.
    ///
    /// - Parameter offset: The index of the page, 0 to 100; it counts pages, not documents.
    /// - Returns: A task, not yet executed.
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    public func documents(
        offset: UInt
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.GetDocumentListResponseDto> {
        try documents(filter: .init(), page: .init(offset: offset), sorting: .init())
    }

    /// Creates a task that lists a page of all documents in the given order.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    public func documents(
        page: SensibillAPIModel.Page,
        sorting: SensibillAPIModel.Sorting
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.GetDocumentListResponseDto> {
        try documents(filter: .init(), page: page, sorting: sorting)
    }

    /// Creates a task that lists the first page of the documents that match a filter, newest first.
    ///
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    public func documents(
        filter: SensibillAPIModel.GetDocumentListFilter
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.GetDocumentListResponseDto> {
        try documents(filter: filter, page: .init(), sorting: .init())
    }

    /// Creates a task that lists a page of the documents that match a filter, newest first.
    ///
    /// - Parameters:
    ///   - filter: The filter that documents must match.
    ///   - offset: The index of the page, 0 to 100; it counts pages, not documents.
    /// - Returns: A task, not yet executed.
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would reject.
    public func documents(
        filter: SensibillAPIModel.GetDocumentListFilter,
        offset: UInt
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.GetDocumentListResponseDto> {
        try documents(filter: filter, page: .init(offset: offset), sorting: .init())
    }
}
