public import APIRuntime
public import AnybillAPI
public import Foundation

/// A client for a partner's backend, which manages users, their tokens and their receipts.
///
/// Each call throws the error type of its operation.
///
/// ```swift
/// let partner = AnybillPartnerClient(account: account, transport: .asyncHTTP)
/// let tokens = try await partner.issueToken(externalId: "C-1001")   // pass these to the app
/// ```
public struct AnybillPartnerClient: Sendable {
    /// The underlying generated client, authenticated with the service account.
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

    /// Creates a user before the user's first receipt.
    ///
    /// - Parameter externalId: The partner's ID of the user; `nil` for none.
    /// - Returns: The service's ID of the user.
    /// - Throws: A `CreateUserError`.
    public func createUser(externalId: String? = nil) async throws(CreateUserError) -> String {
        try await client.partnerUsers.create(body: CreateUserRequest(externalId: externalId)).userId
    }

    /// Issues tokens for the user with a partner's ID.
    ///
    /// - Throws: An `IssueUserTokenError`; its status is 404 until the user's first receipt has arrived.
    public func issueToken(externalId: String) async throws(IssueUserTokenError) -> TokenUser {
        try await client.partnerUsers.issueToken(body: UserTokenRequest(externalId: externalId))
    }

    /// Issues tokens for the user with a service's ID.
    ///
    /// - Throws: An `IssueUserTokenError`.
    public func issueToken(userId: String) async throws(IssueUserTokenError) -> TokenUser {
        try await client.partnerUsers.issueToken(body: UserTokenRequest(userId: userId))
    }

    /// Deletes a user that the partner created.
    ///
    /// - Throws: A `DeleteUserError`.
    public func deleteUser(userId: String) async throws(DeleteUserError) {
        try await client.partnerUsers.delete(userId: userId)
    }

    /// Returns the receipts of a user, fetching pages on demand.
    ///
    /// Iterating throws a `ListUserReceiptsError`.
    public func receipts(userId: String, pageSize: Int = 100) -> PageSequence<PartnerReceipt> {
        client.partnerReceipts.listPages(userId: userId, take: pageSize)
    }

    /// Returns a user's receipt as a PDF.
    ///
    /// - Throws: A `GetUserReceiptPdfError`.
    public func receiptPdf(userId: String, receiptId: String) async throws(GetUserReceiptPdfError) -> Data {
        try await client.partnerReceipts.pdf(userId: userId, receiptId: receiptId)
    }

    /// Assigns an anonymous receipt to a user.
    ///
    /// - Throws: An `AttachReceiptError`.
    public func attachReceipt(userId: String, receiptId: String) async throws(AttachReceiptError) {
        try await client.partnerReceipts.attach(userId: userId, receiptId: receiptId)
    }
}

extension AnybillClient {
    /// Returns a client that is authenticated as a service account.
    static func service(
        _ account: AnybillServiceAccount,
        servers: AnybillServers,
        configuration: ClientConfiguration
    ) -> AnybillClient {
        let identity = AnybillClient(servers: servers, configuration: configuration)
        let credential = ServiceCredential(account, identity: identity, now: configuration.now)
        return AnybillClient(
            servers: servers,
            credentials: AnybillCredentials(serviceToken: credential),
            configuration: configuration
        )
    }
}
