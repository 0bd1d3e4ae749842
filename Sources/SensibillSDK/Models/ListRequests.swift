public import SensibillAPI
extension SensibillAPIModel {
    /// All exports of a user.
    public typealias ExportsListResponse = [ExportsResponseDto]

    /// Which page of a list, and how long.
    public struct Page: Hashable, Sendable {
        /// Index of the page, the first being 0; at most 100.
        ///
        /// It counts pages, not documents.
        public var offset: UInt

        /// Documents on a page, 1 to 100; `nil` leaves it to the service, which takes 20.
        public var limit: UInt?

        /// Creates a page.
        public init(offset: UInt = 0, limit: UInt? = nil) {
            self.offset = offset
            self.limit = limit
        }
    }

    /// The order of a list.
    public struct Sorting: Hashable, Sendable {
        /// What the documents are sorted by; `nil` is the arrival.
        public var sortBy: SortBy?

        /// Direction; `nil` puts the newest first.
        public var orderBy: OrderBy?

        /// Creates an order.
        public init(sortBy: SortBy? = .arrivalDateTime, orderBy: OrderBy? = nil) {
            self.sortBy = sortBy
            self.orderBy = orderBy
        }
    }

    /// The documents whose state is asked for.
    public struct DocumentsStatusRequestDto: Hashable, Sendable {
        /// Ids of documents, 1 to 10.
        public let ids: [String]

        /// Creates a question.
        public init(ids: [String]) {
            self.ids = ids
        }
    }
}
