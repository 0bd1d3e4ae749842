public import APIRuntime
public import SensibillAPI

extension DocumentsEndpointsProvider {
    /// Returns all documents that match a filter, page by page; `.items` iterates over the single documents.
    ///
    /// All pages belong to the user of the first one: if the user of the client changes, the sequence ends with
    /// ``SensibillAPIClient/TaskError/missingUserAccessToken``.
    ///
    /// The highest page index is 100, so at most 10,100 documents are available with pages of 100.
    ///
    /// - Parameters:
    ///   - filter: The filter that documents must match.
    ///   - sorting: The order of the documents.
    ///   - pageSize: The number of documents on a page, 1 to 100.
    ///   - options: The options of each page's task; `nil` uses the client's default options.
    /// - Returns: A sequence that throws ``SensibillAPIClient/TaskError``.
    public func pages(
        filter: SensibillAPIModel.GetDocumentListFilter = .init(),
        sorting: SensibillAPIModel.Sorting = .init(),
        pageSize: UInt = 100,
        options: SensibillAPIClient.TaskOptions? = nil
    ) -> PageSequence<SensibillAPIModel.DocumentListItemDto> {
        PageSequence(step: .page, size: Int(clamping: pageSize)) { offset in
            // There are no documents before the first page.
            guard let offset = UInt(exactly: offset) else { return ResultPage(items: []) }
            let page = SensibillAPIModel.Page(offset: offset, limit: pageSize)
            let task = try documents(filter: filter, page: page, sorting: sorting)
            if let options { task.options = options }
            let response = try await task.value()
            // The specification limits the count to 100, but its description says that it is the total: 100 is
            // ambiguous.
            return ResultPage(items: response.documents ?? [], total: response.count == 100 ? nil : response.count)
        }
    }
}
