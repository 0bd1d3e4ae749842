import AnybillAPI

/// A request for a page of receipts.
struct PageRequest: Hashable, Sendable {
    /// The largest number of receipts on the page.
    var take: Int
    /// The property to sort by.
    var orderBy = OrderBy.date
    /// The direction of the order.
    var orderDirection = OrderDirection.descending
    /// The token of the page; `nil` for the first one.
    var continuationToken: String?
}

/// A page as received from the service.
struct LoadedPage: Hashable, Sendable {
    /// The receipts.
    var receipts: [Receipt]
    /// The total number of the user's receipts; `nil` if the service did not return it.
    var totalCount: Int?
    /// The token of the next page; `nil` on the last page.
    var continuationToken: String?
    /// The number of elements of the page that could not be read.
    var skipped = 0
}

/// An event that changes the list: a call of the app, or the end of a request.
enum SyncEvent: Sendable {
    /// The app starts a query.
    case initiate(ticket: Int, PageRequest)
    /// The app requests the next page of the query.
    case proceed(ticket: Int, take: Int)
    /// The app requests a page outside the query.
    case direct(ticket: Int, PageRequest)
    /// The app edits a receipt; the value of a favorite flag is ignored.
    case edit(ticket: Int, ReceiptChange, ids: [String])
    /// The app no longer waits for a call.
    case abandon(ticket: Int)
    /// The app asks to send the edits that wait for a connection.
    case sendKept
    /// Some time has passed since an edit was found to be behind one of another context.
    case lookElsewhere
    /// The edits of other contexts that have ended, or wait for a connection, are moved to this one.
    case adopt(StoredLog)
    /// An edit could not be stored, so that it cannot be kept until the service can be reached.
    case notKept(number: Int, ticket: Int, any AnybillError)
    /// The store still has an edit as one that waits for a connection, so that another context may take it over.
    case notTaken(number: Int)
    /// The app has seen these edits that were refused after they had been reported as made.
    case dismissRefusals([EditRefusal])
    /// The request for a page ended.
    case pageEnded(read: Int, Result<LoadedPage, CallFault>)
    /// The request for a receipt ended.
    case receiptEnded(read: Int, Result<Receipt, CallFault>)
    /// The request of an edit ended.
    case editEnded(number: Int, EditResult)
}

/// The end of the request of an edit.
enum EditResult: Sendable {
    /// The service returned the changed receipt.
    case receipt(Receipt)
    /// The service deleted the receipts.
    case deleted
    /// The service deleted all but some of the receipts.
    case partlyDeleted(failed: [String], any AnybillError)
    /// The call failed.
    case fault(CallFault)
}

/// Work that follows from an event.
enum SyncEffect: Sendable {
    /// Request a page.
    case fetch(read: Int, PageRequest)
    /// Request a receipt.
    case read(read: Int, id: String)
    /// Cancel the request of a page.
    case cancel(read: Int)
    /// Send an edit.
    case send(number: Int, ReceiptChange, ids: [String])
    /// Deliver the event `lookElsewhere` soon, because an edit waits for another context.
    case watch
    /// Return the result of a call to the app.
    case finish(ticket: Int, SyncOutcome)
    /// Return the result of an edit that waits for a connection, if it is stored; if not, deliver the event `notKept`.
    case keep(number: Int, ticket: Int, SyncOutcome, any AnybillError)
    /// Report that the service refused an edit that no caller waits for.
    case dropped(EditRefusal)
}

/// The result of a call of the app.
enum SyncOutcome: Sendable {
    /// A page.
    case page(ContinuationReceiptList)
    /// The changed receipt.
    case receipt(Receipt)
    /// The receipts were deleted.
    case done
    /// The call failed.
    case failure(any Error)
}
