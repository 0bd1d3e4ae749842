public import SensibillAPI
extension SensibillAPIModel {
    /// All exports of a user.
    public typealias ExportsListResponse = [ExportsResponseDto]

    /// The index and size of a page of a list.
    public struct Page: Hashable, Sendable {
        /// The index of the page, from 0 to 100.
        ///
        /// It counts pages, not documents.
        public var offset: UInt

        /// The number of documents on a page, 1 to 100; `nil` uses the service's default, 20.
        public var limit: UInt?

        /// Creates a page.
        public init(offset: UInt = 0, limit: UInt? = nil) {
            self.offset = offset
            self.limit = limit
        }
    }

    /// The order of a list.
    public struct Sorting: Hashable, Sendable {
        /// The property to sort by; `nil` sorts by time of arrival.
        public var sortBy: SortBy?

        /// The direction; `nil` puts the newest first.
        public var orderBy: OrderBy?

        /// Creates an order.
        public init(sortBy: SortBy? = .arrivalDateTime, orderBy: OrderBy? = nil) {
            self.sortBy = sortBy
            self.orderBy = orderBy
        }
    }

    /// A request for the status of documents.
    public struct DocumentsStatusRequestDto: Hashable, Sendable {
        /// Ids of documents, 1 to 10.
        public let ids: [String]

        /// Creates a request.
        public init(ids: [String]) {
            self.ids = ids
        }
    }
}
