public import APIRuntime
public import AnybillAPI

/// A client for a vendor's backend or point of sale, which submits and cancels bills.
///
/// Each call throws the generated error of its operation.
public struct AnybillVendorClient: Sendable {
    /// The generated client, authenticated as the vendor.
    public let client: AnybillClient

    /// Creates a client, which signs in when the first call needs it.
    public init(
        account: AnybillServiceAccount,
        servers: AnybillServers = .production,
        configuration: ClientConfiguration = ClientConfiguration()
    ) {
        client = AnybillClient.service(account, servers: servers, configuration: configuration)
    }

    /// Stores a bill.
    ///
    /// - Parameters:
    ///   - bill: The bill.
    ///   - storeId: The store that sends it.
    ///   - user: Whom it belongs to; `nil` makes an anonymous one with an address to fetch it from.
    /// - Returns: The address of an anonymous bill, or whether a user was found; `nil` when the service says nothing.
    /// - Throws: An ``AddBillError``.
    public func addBill(
        _ bill: VendorBill,
        storeId: String,
        user: UserIdentification? = nil
    ) async throws(AddBillError) -> AddBillResult? {
        try await client.vendorBills.add(
            body: AddBillRequest(storeId: storeId, bill: bill, userIdentification: user)
        )
    }

    /// Reserves the address of a bill that is yet to come.
    ///
    /// - Throws: A ``GetBillUrlError``.
    public func reserveBillURL(storeId: String) async throws(GetBillUrlError) -> BillUrl {
        try await client.vendorBills.url(storeId: storeId)
    }

    /// Cancels a bill.
    ///
    /// - Throws: A ``CancelBillError``.
    public func cancelBill(billId: String) async throws(CancelBillError) {
        try await client.vendorBills.cancel(billId: billId)
    }
}
