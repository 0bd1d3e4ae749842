public import APIRuntime
public import AnybillAPI

/// A client for a vendor's backend or point of sale, which submits and cancels bills.
///
/// Each call throws the error type of its operation.
public struct AnybillVendorClient: Sendable {
    /// The underlying generated client, authenticated as the vendor.
    public let client: AnybillClient

    /// Creates a client, which signs in when its first call requires a token.
    public init(
        account: AnybillServiceAccount,
        servers: AnybillServers = .production,
        configuration: ClientConfiguration
    ) {
        client = AnybillClient.service(account, servers: servers, configuration: configuration)
    }

    /// Creates a client with a transport and default settings.
    public init(
        account: AnybillServiceAccount,
        servers: AnybillServers = .production,
        transport: any HTTPTransport
    ) {
        self.init(account: account, servers: servers, configuration: ClientConfiguration(transport: transport))
    }

    /// Stores a bill.
    ///
    /// - Parameters:
    ///   - bill: The bill.
    ///   - storeId: The ID of the store that issued the bill.
    ///   - user: The user that the bill belongs to; `nil` creates an anonymous bill with an address at which it can be
    ///     fetched.
    /// - Returns: The address of an anonymous bill, or whether a user was found; `nil` if the response has no body.
    /// - Throws: An `AddBillError`.
    public func addBill(
        _ bill: VendorBill,
        storeId: String,
        user: UserIdentification? = nil
    ) async throws(AddBillError) -> AddBillResult? {
        let response = try await client.vendorBills.add(
            body: AddBillRequest(storeId: storeId, bill: bill, userIdentification: user)
        )
        return switch response {
        case .ok(let result): result
        case .noContent: nil
        }
    }

    /// Reserves the address of a future bill.
    ///
    /// - Throws: A `GetBillUrlError`.
    public func reserveBillURL(storeId: String) async throws(GetBillUrlError) -> BillUrl {
        try await client.vendorBills.url(storeId: storeId)
    }

    /// Cancels a bill.
    ///
    /// - Throws: A `CancelBillError`.
    public func cancelBill(billId: String) async throws(CancelBillError) {
        try await client.vendorBills.cancel(billId: billId)
    }
}
