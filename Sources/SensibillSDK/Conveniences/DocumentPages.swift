public import APIRuntime
public import SensibillAPI

extension DocumentsEndpointsProvider {
    /// All documents that a filter lets through, page by page; `.items` gives them one by one.
    ///
    /// The service counts pages up to 100, so at most 10,100 documents can be reached with pages of 100.
    ///
    /// - Parameters:
    ///   - filter: Which documents.
    ///   - sorting: Their order.
    ///   - pageSize: Documents on a page, 1 to 100.
    ///   - options: Options of each page's task; `nil` takes the client's.
    /// - Returns: A sequence that throws ``SensibillAPIClient/TaskError``.
    public func pages(
        filter: SensibillAPIModel.GetDocumentListFilter = .init(),
        sorting: SensibillAPIModel.Sorting = .init(),
        pageSize: UInt = 100,
        options: SensibillAPIClient.TaskOptions? = nil
    ) -> PageSequence<SensibillAPIModel.DocumentListItemDto> {
        PageSequence(step: .page, size: Int(clamping: pageSize)) { offset in
            let page = SensibillAPIModel.Page(offset: UInt(offset), limit: pageSize)
            let task = try documents(filter: filter, page: page, sorting: sorting)
            if let options { task.options = options }
            let response = try await task.value()
            // The specification says that the count ends at 100, its text that it counts all: 100 says nothing.
            return ResultPage(items: response.documents ?? [], total: response.count == 100 ? nil : response.count)
        }
    }
}
