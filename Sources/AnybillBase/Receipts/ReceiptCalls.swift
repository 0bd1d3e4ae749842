import APIRuntime
import AnybillAPI
import Foundation

/// The receipt operations, with the id of the integration and with results in the library's form.
struct ReceiptCalls: Sendable {
    /// The generated client.
    let client: AnybillClient
    /// The id of the integration; `nil` sends none.
    let clientID: String?

    /// Fetches a page.
    ///
    /// The service may return a bare list with total and token in header fields, or all three in one object: both
    /// result in the same page. An empty response is an empty page.
    ///
    /// - Throws: The error of the operation.
    func page(_ request: PageRequest) async throws -> LoadedPage {
        let pages = client.receipts.listPages(
            orderBy: request.orderBy,
            orderDirection: request.orderDirection,
            take: request.take,
            clientID: clientID
        )
        let skipped = SkippedElements()
        let page = try await SkippedElements.$current.withValue(skipped) {
            var iterator = pages.starting(at: request.continuationToken).makeAsyncIterator()
            return try await iterator.next()
        }
        guard let page else { return LoadedPage(receipts: [], totalCount: 0) }
        let isEmptyAccount = page.items.isEmpty && request.continuationToken == nil
        return LoadedPage(
            receipts: page.items,
            totalCount: page.total ?? (isEmptyAccount ? 0 : nil),
            continuationToken: page.next?.cursor,
            skipped: skipped.count
        )
    }

    /// Requests the PDF of a receipt; merging return receipts may take three minutes.
    ///
    /// - Throws: The error of the operation.
    func pdf(_ id: String, isPrintedVersion: Bool, includeReturnReceipts: Bool) async throws -> Data {
        try await client.receipts.pdf(
            receiptId: id,
            isPrintedVersion: isPrintedVersion,
            includeReturnReceipts: includeReturnReceipts,
            clientID: clientID,
            options: CallOptions(timeout: .seconds(includeReturnReceipts ? 180 : 60))
        )
    }
}

// MARK: - Results as events

extension ReceiptCalls {
    /// Fetches a page.
    func result(of request: PageRequest) async -> Result<LoadedPage, CallFault> {
        do { return .success(try await page(request)) } catch { return .failure(CallFault(error)) }
    }

    /// Fetches a receipt.
    func result(of id: String) async -> Result<Receipt, CallFault> {
        do {
            let receipt = try await client.receipts.get(receiptId: id, clientID: clientID)
            return receipt.has(id) ? .success(receipt) : .failure(Self.otherReceipt)
        } catch {
            return .failure(CallFault(error))
        }
    }

    /// The fault of a response with another receipt than the requested one, which says nothing about the effect.
    private static var otherReceipt: CallFault {
        CallFault(.lost, ErrorMapping.error(for: TransportError.malformedResponse("The response has another receipt.")))
    }

    /// Performs an edit in one attempt, because a repeated one could undo the first or misreport its effect.
    func result(of change: ReceiptChange, _ ids: [String]) async -> EditResult {
        let options = CallOptions(retry: .never)
        do {
            switch change {
            case .favourite:
                let id = ids.first ?? ""
                let receipt = try await client.receipts.toggleFavourite(
                    receiptId: id,
                    clientID: clientID,
                    options: options
                )
                return receipt.has(id) ? .receipt(receipt) : .fault(Self.otherReceipt)
            case .note(let text):
                let id = ids.first ?? ""
                let receipt = try await client.receipts.updateNote(
                    receiptId: id,
                    body: ReceiptNoteUpdate(note: text),
                    clientID: clientID,
                    options: options
                )
                return receipt.has(id) ? .receipt(receipt) : .fault(Self.otherReceipt)
            case .deletion(let isBatch): return try await delete(ids, isBatch: isBatch, options)
            }
        } catch {
            return .fault(CallFault(error))
        }
    }

    private func delete(_ ids: [String], isBatch: Bool, _ options: CallOptions) async throws -> EditResult {
        guard isBatch else {
            try await client.receipts.delete(receiptId: ids.first ?? "", clientID: clientID, options: options)
            return .deleted
        }
        do {
            let request = DeleteReceiptsRequest(receiptIds: ids)
            try await client.receipts.deleteMany(body: request, clientID: clientID, options: options)
            return .deleted
        } catch {
            let failure = ErrorMapping.error(for: error)
            guard let partial = failure as? DeleteReceiptsError else { throw error }
            return .partlyDeleted(failed: partial.failedReceipts, failure)
        }
    }
}

/// The number of elements that could not be read in the responses to one call.
final class SkippedElements: Sendable {
    /// The counter of the current task; `nil` if they are not counted.
    @TaskLocal static var current: SkippedElements?

    private let state = LockedState(0)

    /// The number of elements.
    var count: Int { state.withLock { $0 } }

    /// Adds elements.
    func add(_ count: Int) { state.withLock { $0 += count } }

    /// An observer that counts for the current task, and passes everything to another observer.
    struct Observer: CallObserver {
        /// The other observer; `nil` if there is none.
        let next: (any CallObserver)?

        func observe(_ event: CallEvent) { next?.observe(event) }

        func observe(skipped: [DecodingFailure], operation: String) {
            SkippedElements.current?.add(skipped.count)
            next?.observe(skipped: skipped, operation: operation)
        }
    }
}

extension Receipt {
    /// Whether the receipt has an id, whose hexadecimal digits may be in upper or lower case.
    fileprivate func has(_ id: String) -> Bool { self.id.lowercased() == id.lowercased() }
}
