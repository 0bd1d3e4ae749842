import AnybillAPI
import APIRuntime
import APIServer
import Foundation

/// The operations of the tag `vendorBills`: bills that a till submits.
struct AnybillVendorBills: AnybillVendorBillsService {
    private let environment: AnybillEnvironment
    private var problems: AnybillProblems { environment.problems }

    init(_ environment: AnybillEnvironment) {
        self.environment = environment
    }

    /// Stores a bill as a receipt.
    ///
    /// An unknown external ID creates a user. With an unknown user ID or loyalty card, or without any identification,
    /// the receipt remains anonymous.
    func add(body: AddBillRequest, request: ServerRequest) throws(AddBillError) -> ServerResponse<AddBillResponse> {
        try environment.gate.service(.vendorBill, request, failing: AddBillError.self)
        let errors = BillCheck.errors(in: body)
        guard errors.isEmpty else { throw .badRequest(problems.invalid(errors)) }
        let receipt = Receipt(body.bill, id: environment.identifiers.uuid())
        let assignment = assign(body.userIdentification)
        let stored = StoredReceipt(receipt: receipt, owner: assignment?.owner, storeID: body.storeId)
        environment.store.withLock { $0.save(stored) }
        environment.announce(stored, loyaltyCard: body.userIdentification?.loyaltyCardId)
        guard let assignment else { return ServerResponse(.ok(.url(address(of: receipt.id, request)))) }
        return ServerResponse(
            .ok(
                .assignment(
                    BillAssignment(type: assignment.type, isAssigned: assignment.owner != nil, billId: receipt.id)
                )
            )
        )
    }

    /// Reserves the address of a future bill.
    func url(storeId: String, request: ServerRequest) throws(GetBillUrlError) -> ServerResponse<BillUrl> {
        try environment.gate.service(.vendorBill, request, failing: GetBillUrlError.self)
        guard !storeId.isEmpty else {
            throw .badRequest(problems.invalid(["storeId": ["The field storeId is required."]]))
        }
        return ServerResponse(address(of: environment.identifiers.uuid(), request))
    }

    /// Cancels a bill and deletes its receipt.
    func cancel(billId: String, request: ServerRequest) throws(CancelBillError) -> ServerResponse<Void> {
        try environment.gate.service(.vendorBill, request, failing: CancelBillError.self)
        guard environment.store.withLock({ $0.remove(billId) }) != nil else { throw .notFound(problems.notFound()) }
        return .empty()
    }

    /// Returns the PDF at an anonymous bill's address, or `nil` if there is no such bill.
    func page(billId: String) -> RawServerResponse? {
        guard let stored = environment.store.withLock({ $0.receipt(billId) }), stored.owner == nil else { return nil }
        let bytes = ReceiptPrinter(isForA4: false).pdf(of: [stored.receipt])
        return RawServerResponse(status: 200, contentType: "application/pdf", bytes: bytes)
    }

    private func address(of id: String, _ request: ServerRequest) -> BillUrl {
        guard let url = URL(string: "\(request.baseURL)/bill/\(id)") else {
            preconditionFailure("An authority that a request came to and a UUID make a URL.")
        }
        return BillUrl(url: url, billId: id)
    }

    /// Returns the user that a bill identifies, or `nil` if it identifies none.
    private func assign(_ user: UserIdentification?) -> (type: BillAssignment.TypeValue, owner: String?)? {
        environment.store.withLock { records in
            if let id = user?.userId { return (.userId, records.accounts[id]?.id) }
            if let card = user?.loyaltyCardId { return (.loyaltyCard, records.account(externalID: card)?.id) }
            guard let externalID = user?.externalId else { return nil }
            if let account = records.account(externalID: externalID) { return (.externalId, account.id) }
            let account = AnybillAccount(id: environment.identifiers.uuid(), externalID: externalID)
            records.save(account)
            return (.externalId, account.id)
        }
    }
}
