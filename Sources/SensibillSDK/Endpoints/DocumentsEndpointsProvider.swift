public import SensibillAPI
/// Receipts and invoices of the current user.
///
/// All calls need the user token.
public protocol DocumentsEndpointsProvider: EndpointsProvider {
    /// Uploads a document, which is read after the response.
    func document(
        create request: SensibillAPIModel.DocumentCreationRequestDto
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.DocumentCreationResponseDto>

    /// How far the reading of up to ten documents is.
    ///
    /// - Parameters:
    ///   - request: The documents.
    ///   - timeout: Longest wait in seconds for one of them to be done, 1 to 25; `nil` responses at once.
    /// - Returns: A task, not yet executed.
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would refuse.
    func documents(
        status request: SensibillAPIModel.DocumentsStatusRequestDto,
        timeout: Int?
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.DocumentsStatusResponseDto>

    /// One document with everything that was read from it.
    func document(id: String) throws -> SensibillAPIClient.Task<SensibillAPIModel.GetDocumentResponseDto>

    /// Picture of a document, always a JPEG. The first time may take 20 seconds for a PDF or an e-mail.
    func image(forDocumentId id: String) throws -> SensibillAPIClient.Task<SensibillAPIModel.Binary>

    /// PDF of a document that came as one.
    func pdf(forDocumentId id: String) throws -> SensibillAPIClient.Task<SensibillAPIModel.Binary>

    /// Deletes up to ten documents, all or none.
    func document(
        delete request: SensibillAPIModel.DocumentDeleteRequestDto
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.DocumentDeleteResponseDto>

    /// Corrects parts of a document.
    func document(
        update request: SensibillAPIModel.EditDocumentRequestDto,
        id: String
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.EditDocumentResponseDto>

    /// One page of the documents that a filter lets through.
    func documents(
        filter: SensibillAPIModel.GetDocumentListFilter,
        page: SensibillAPIModel.Page,
        sorting: SensibillAPIModel.Sorting
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.GetDocumentListResponseDto>
}

extension DocumentsEndpointsProvider {
    /// The state of up to ten documents, at once.
    public func documents(
        status request: SensibillAPIModel.DocumentsStatusRequestDto
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.DocumentsStatusResponseDto> {
        try documents(status: request, timeout: nil)
    }

    /// The first page of all documents, newest first.
    public func documents() throws -> SensibillAPIClient.Task<SensibillAPIModel.GetDocumentListResponseDto> {
        try documents(filter: .init(), page: .init(), sorting: .init())
    }

    /// A page of all documents, newest first.
    ///
    /// - Parameter offset: Index of the page, 0 to 100; it counts pages, not documents.
    /// - Returns: A task, not yet executed.
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would refuse.
    public func documents(
        offset: UInt
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.GetDocumentListResponseDto> {
        try documents(filter: .init(), page: .init(offset: offset), sorting: .init())
    }

    /// A page of all documents in an order.
    public func documents(
        page: SensibillAPIModel.Page,
        sorting: SensibillAPIModel.Sorting
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.GetDocumentListResponseDto> {
        try documents(filter: .init(), page: page, sorting: sorting)
    }

    /// The first page of the documents that a filter lets through, newest first.
    public func documents(
        filter: SensibillAPIModel.GetDocumentListFilter
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.GetDocumentListResponseDto> {
        try documents(filter: filter, page: .init(), sorting: .init())
    }

    /// A page of the documents that a filter lets through, newest first.
    ///
    /// - Parameters:
    ///   - filter: Which documents.
    ///   - offset: Index of the page, 0 to 100; it counts pages, not documents.
    /// - Returns: A task, not yet executed.
    /// - Throws: ``SensibillAPIClient/TaskError/invalidInput(_:)`` for input that the service would refuse.
    public func documents(
        filter: SensibillAPIModel.GetDocumentListFilter,
        offset: UInt
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.GetDocumentListResponseDto> {
        try documents(filter: filter, page: .init(offset: offset), sorting: .init())
    }
}
