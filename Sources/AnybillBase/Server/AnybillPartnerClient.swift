public import APIRuntime
public import AnybillAPI
public import Foundation

/// A client for a partner's backend, with its users, their tokens and their receipts.
///
/// All calls throw an ``AnybillError``.
///
/// ```swift
/// let partner = AnybillPartnerClient(account: account, servers: .production)
/// let tokens = try await partner.issueToken(externalId: "C-1001")   // pass these to the app
/// ```
public struct AnybillPartnerClient: Sendable {
    /// The generated client, authenticated as the backend.
    public let client: AnybillClient

    /// Creates a client, which signs in when the first call needs it.
    public init(
        account: AnybillServiceAccount,
        servers: AnybillServers = .production,
        configuration: ClientConfiguration = ClientConfiguration()
    ) {
        client = AnybillClient.service(account, servers: servers, configuration: configuration)
    }

    /// Creates a user in advance.
    ///
    /// - Parameter externalId: The partner's id for the user; `nil` for none.
    /// - Returns: The id of the user at the service.
    /// - Throws: An ``AnybillError``.
    public func createUser(externalId: String? = nil) async throws -> String {
        try await mapped {
            try await client.partnerUsers.create(body: CreateUserRequest(externalId: externalId)).userId
        }
    }

    /// Issues tokens for the user with an id of the partner.
    ///
    /// - Throws: An ``AnybillError``; a `genericError` with the code 404 until the user has received the first
    ///   receipt.
    public func issueToken(externalId: String) async throws -> TokenUser {
        try await mapped { try await client.partnerUsers.issueToken(body: UserTokenRequest(externalId: externalId)) }
    }

    /// Issues tokens for the user with an id of the service.
    ///
    /// - Throws: An ``AnybillError``.
    public func issueToken(userId: String) async throws -> TokenUser {
        try await mapped { try await client.partnerUsers.issueToken(body: UserTokenRequest(userId: userId)) }
    }

    /// Deletes a user that the partner has created.
    ///
    /// - Throws: An ``AnybillError``.
    public func deleteUser(userId: String) async throws {
        try await mapped { try await client.partnerUsers.delete(userId: userId) }
    }

    /// Returns the receipts of a user, fetching pages on demand.
    ///
    /// The iteration throws the generated errors.
    public func receipts(userId: String, pageSize: Int = 100) -> PageSequence<PartnerReceipt> {
        client.partnerReceipts.listPages(userId: userId, take: pageSize)
    }

    /// Returns the PDF of a user's receipt.
    ///
    /// - Throws: An ``AnybillError``.
    public func receiptPdf(userId: String, receiptId: String) async throws -> Data {
        try await mapped { try await client.partnerReceipts.pdf(userId: userId, receiptId: receiptId) }
    }

    /// Attaches an anonymous receipt to a user.
    ///
    /// - Throws: An ``AnybillError``.
    public func attachReceipt(userId: String, receiptId: String) async throws {
        try await mapped { try await client.partnerReceipts.attach(userId: userId, receiptId: receiptId) }
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

/// Runs a call and converts its error to an ``AnybillError``.
func mapped<Value>(_ call: () async throws -> Value) async throws -> Value {
    do {
        return try await call()
    } catch {
        throw ErrorMapping.error(for: error)
    }
}
