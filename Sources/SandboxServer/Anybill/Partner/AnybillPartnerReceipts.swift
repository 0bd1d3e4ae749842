import AnybillAPI
import APIRuntime
import APIServer
import Foundation
import HTTPTypes

/// The operations of the tag `partnerReceipts`: a partner's access to the receipts of its users.
struct AnybillPartnerReceipts: AnybillPartnerReceiptsService {
    private let environment: AnybillEnvironment
    private var problems: AnybillProblems { environment.problems }

    init(_ environment: AnybillEnvironment) {
        self.environment = environment
    }

    /// Returns a user's receipts, newest first, with little data for each.
    func list(
        userId: String,
        skip: Int,
        take: Int,
        request: ServerRequest
    ) throws(ListUserReceiptsError) -> ServerResponse<[PartnerReceipt]?> {
        try environment.gate.service(.partnerBill, request, failing: ListUserReceiptsError.self)
        var errors: [String: [String]] = [:]
        if skip < 0 { errors["skip"] = ["The field skip must be 0 or more."] }
        if !(1...100).contains(take) { errors["take"] = ["The field take must be between 1 and 100."] }
        guard errors.isEmpty else { throw .badRequest(problems.invalid(errors)) }
        let found = environment.store.withLock { records -> (receipts: ArraySlice<StoredReceipt>, total: Int)? in
            guard records.accounts[userId] != nil else { return nil }
            let total = records.count(of: userId)
            let wanted = min(skip, total) + take
            let page = records.page(of: userId, isAscending: false, after: nil, count: wanted)
            return (page.receipts.dropFirst(skip), total)
        }
        guard let found else { throw .notFound(problems.notFound()) }
        return ServerResponse(found.receipts.map(\.summary), headers: [.totalCount: String(found.total)])
    }

    /// Assigns an anonymous receipt to a user.
    ///
    /// Responds with 409 if the receipt already has an owner.
    func attach(userId: String, receiptId: String, request: ServerRequest) throws(AttachReceiptError) -> ServerResponse<
        Void
    > {
        try environment.gate.service(.partnerBill, request, failing: AttachReceiptError.self)
        let found = environment.store.withLock { records -> (StoredReceipt, isFree: Bool)? in
            guard records.accounts[userId] != nil, var stored = records.receipt(receiptId) else { return nil }
            guard stored.owner == nil else { return (stored, false) }
            stored.owner = userId
            records.save(stored)
            return (stored, true)
        }
        guard let (stored, isFree) = found else { throw .notFound(problems.notFound()) }
        guard isFree else { throw .conflict(problems.conflict("The receipt belongs to a user.")) }
        environment.announce(stored)
        return .empty()
    }

    /// Creates the PDF of a user's receipt.
    func pdf(userId: String, receiptId: String, request: ServerRequest) throws(GetUserReceiptPdfError)
        -> ServerResponse<Data>
    {
        try environment.gate.service(.partnerBill, request, failing: GetUserReceiptPdfError.self)
        guard let stored = environment.store.withLock({ $0.receipt(receiptId, of: userId) }) else {
            throw .notFound(problems.notFound())
        }
        return ServerResponse(Data(ReceiptPrinter(isForA4: false).pdf(of: [stored.receipt])))
    }
}

extension StoredReceipt {
    /// The summary that a partner sees.
    fileprivate var summary: PartnerReceipt {
        PartnerReceipt(
            receiptId: receipt.id,
            receiptNumber: receipt.head.number,
            storeId: StoreIdentity.id(of: storeID),
            externalStoreId: storeID,
            vendorName: receipt.head.seller?.name,
            amount: receipt.data.fullAmountInclVat,
            currency: receipt.data.currency,
            date: receipt.head.date
        )
    }
}
