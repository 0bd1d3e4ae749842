public import APIRuntime
public import AnybillAPI

/// A client for a vendor's backend or point of sale, which submits and cancels bills.
///
/// All calls throw an ``AnybillError``.
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
    ///   - storeId: The id of the store that submits it.
    ///   - user: The user that the bill belongs to; `nil` creates an anonymous bill with a URL for retrieving it.
    /// - Returns: The URL of an anonymous bill, or whether a user was found; `nil` if the response is empty.
    /// - Throws: An ``AnybillError``.
    public func addBill(
        _ bill: VendorBill,
        storeId: String,
        user: UserIdentification? = nil
    ) async throws -> AddBillResult? {
        try await mapped {
            try await client.vendorBills.add(
                body: AddBillRequest(storeId: storeId, bill: bill, userIdentification: user)
            )
        }
    }

    /// Reserves the URL of a future bill.
    ///
    /// - Throws: An ``AnybillError``.
    public func reserveBillURL(storeId: String) async throws -> BillUrl {
        try await mapped { try await client.vendorBills.url(storeId: storeId) }
    }

    /// Cancels a bill.
    ///
    /// - Throws: An ``AnybillError``.
    public func cancelBill(billId: String) async throws {
        try await mapped { try await client.vendorBills.cancel(billId: billId) }
    }
}
