import AnybillAPI
import APIRuntime
import APIServer
import Foundation
import HTTPTypes

/// The operations of the tag `receipts`: the App API for a user's receipts.
struct AnybillReceipts: AnybillReceiptsService {
    private let environment: AnybillEnvironment
    private var gate: AnybillGate { environment.gate }
    private var problems: AnybillProblems { environment.problems }

    init(_ environment: AnybillEnvironment) {
        self.environment = environment
    }

    /// Returns the user's receipts page by page.
    func list(
        orderBy: OrderBy,
        orderDirection: OrderDirection,
        take: Int,
        continuationToken: String?,
        clientID: String?,
        request: ServerRequest
    ) throws(ListReceiptsError) -> ServerResponse<ReceiptPage?> {
        let user = try gate.user(request, failing: ListReceiptsError.self)
        var errors: [String: [String]] = [:]
        if !(1...100).contains(take) { errors["take"] = ["The field take must be between 1 and 100."] }
        if !orderBy.isKnown { errors["orderBy"] = ["The field orderBy must be Date."] }
        if !orderDirection.isKnown { errors["orderByDirection"] = ["The field must be Ascending or Descending."] }
        let isAscending = orderDirection == .ascending
        let position = continuationToken.map { ContinuationToken(text: $0) }
        if let position, position?.user != user.id || position?.isAscending != isAscending {
            errors["continuationToken"] = ["The continuation token does not belong to this query."]
        }
        guard errors.isEmpty else { throw .badRequest(problems.invalid(errors)) }
        return page(of: user.id, isAscending: isAscending, after: (position ?? nil)?.place, count: take)
    }

    private func page(
        of user: String,
        isAscending: Bool,
        after place: ReceiptPlace?,
        count: Int
    ) -> ServerResponse<ReceiptPage?> {
        let (page, total) = environment.store.withLock { records in
            (records.page(of: user, isAscending: isAscending, after: place, count: count), records.count(of: user))
        }
        var headers: HTTPFields = [.totalCount: String(total)]
        if page.hasMore, let last = page.receipts.last {
            headers[.continuationToken] =
                ContinuationToken(user: user, isAscending: isAscending, place: last.place).text
        }
        return ServerResponse(.receiptList(page.receipts.map(\.receipt)), headers: headers)
    }

    /// Returns one receipt.
    func get(receiptId: String, clientID: String?, request: ServerRequest) throws(GetReceiptError) -> ServerResponse<
        Receipt
    > {
        let user = try gate.user(request, failing: GetReceiptError.self)
        guard let stored = environment.store.withLock({ $0.receipt(receiptId, of: user.id) }) else {
            throw .notFound(problems.notFound())
        }
        return ServerResponse(stored.receipt)
    }

    /// Deletes one receipt.
    func delete(receiptId: String, clientID: String?, request: ServerRequest) throws(DeleteReceiptError)
        -> ServerResponse<Void>
    {
        let user = try gate.user(request, failing: DeleteReceiptError.self)
        guard remove([receiptId], of: user.id).isEmpty else { throw .notFound(problems.notFound()) }
        return .empty()
    }

    /// Deletes up to 100 receipts.
    ///
    /// Deletes the valid ones even if others cannot be deleted.
    func deleteMany(
        body: DeleteReceiptsRequest,
        clientID: String?,
        request: ServerRequest
    ) throws(DeleteReceiptBatchError) -> ServerResponse<Void> {
        let user = try gate.user(request, failing: DeleteReceiptBatchError.self)
        guard (1...100).contains(body.receiptIds.count) else {
            throw .badRequest(problems.invalidBatch(["receiptIds": ["Between 1 and 100 ids are allowed."]]))
        }
        let failed = remove(body.receiptIds, of: user.id)
        guard failed.isEmpty else { throw .badRequest(problems.failedReceipts(failed)) }
        return .empty()
    }

    /// Creates the PDF of a receipt.
    func pdf(
        receiptId: String,
        isPrintedVersion: Bool,
        includeReturnReceipts: Bool,
        clientID: String?,
        request: ServerRequest
    ) throws(GetReceiptPdfError) -> ServerResponse<Data> {
        let user = try gate.user(request, failing: GetReceiptPdfError.self)
        let found = environment.store.withLock { records -> [Receipt]? in
            guard let receipt = records.receipt(receiptId, of: user.id)?.receipt else { return nil }
            let returns = (receipt.misc.receiptReferences ?? []).filter { $0.type == .return }
            return [receipt] + returns.compactMap { records.receipt($0.receiptId, of: user.id)?.receipt }
        }
        guard let found else { throw .notFound(problems.notFound()) }
        let printed = includeReturnReceipts ? found : Array(found.prefix(1))
        return ServerResponse(Data(ReceiptPrinter(isForA4: isPrintedVersion).pdf(of: printed)))
    }

    /// Sets or removes the note of a receipt.
    func updateNote(
        receiptId: String,
        body: ReceiptNoteUpdate,
        clientID: String?,
        request: ServerRequest
    ) throws(UpdateReceiptNoteError) -> ServerResponse<Receipt> {
        let user = try gate.user(request, failing: UpdateReceiptNoteError.self)
        let note = body.note ?? ""
        guard note.count <= 1024 else {
            throw .badRequest(problems.invalid(["note": ["The field note must not be longer than 1024 characters."]]))
        }
        guard let receipt = change(receiptId, of: user.id, { $0.misc.note = note.isEmpty ? nil : note }) else {
            throw .notFound(problems.notFound())
        }
        return ServerResponse(receipt)
    }

    /// Marks a receipt as a favourite, or removes the mark.
    func toggleFavourite(
        receiptId: String,
        clientID: String?,
        request: ServerRequest
    ) throws(ToggleReceiptFavouriteError) -> ServerResponse<Receipt> {
        let user = try gate.user(request, failing: ToggleReceiptFavouriteError.self)
        guard let receipt = change(receiptId, of: user.id, { $0.misc.isFavourite.toggle() }) else {
            throw .notFound(problems.notFound())
        }
        return ServerResponse(receipt)
    }

    /// Removes receipts, and returns the IDs that do not belong to the user.
    private func remove(_ ids: [String], of user: String) -> [String] {
        environment.store.withLock { records in
            var seen: Set<String> = []
            return ids.filter { seen.insert($0).inserted }.filter { id in
                guard records.receipt(id, of: user) != nil else { return true }
                records.remove(id)
                return false
            }
        }
    }

    private func change(_ id: String, of user: String, _ body: (inout Receipt) -> Void) -> Receipt? {
        environment.store.withLock { records in
            guard var stored = records.receipt(id, of: user) else { return nil }
            body(&stored.receipt)
            records.save(stored)
            return stored.receipt
        }
    }
}

extension HTTPField.Name {
    /// The header field with the number of a user's receipts.
    static let totalCount = constant("X-Total-Count")

    /// The header field with the position of the next page.
    static let continuationToken = constant("X-Continuation-Token")

    private static func constant(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else { preconditionFailure("\(name) is not a field name.") }
        return field
    }
}
