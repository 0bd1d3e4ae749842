import APIRuntime
import AnybillAPI
import Foundation
import HTTPTypes
import SandboxServer
import SpecConformance
import Testing
import URLSessionTransport

/// An error for a case that a test does not expect.
struct Unexpected: Error {}

/// A running sandbox with clients for its Anybill service.
struct AnybillFixture: Sendable {
    let server: SandboxServer

    /// The transport of all clients, which compares every exchange with the specification.
    let transport: ConformingTransport

    /// A client for the seeded user, with a token that is never renewed.
    let user: AnybillClient

    /// A client for a backend.
    let service: AnybillClient

    var accounts: AnybillSandboxCredentials { server.credentials.anybill }

    /// Starts a sandbox, runs a closure, and stops the sandbox.
    ///
    /// Expects that no exchange violates the specification, except for those that a test intends.
    static func run(
        _ configuration: SandboxConfiguration = SandboxConfiguration(),
        violations: [String] = [],
        _ body: (AnybillFixture) async throws -> Void
    ) async throws {
        let transport = ConformingTransport(try ConformanceSpec(named: "anybill"))
        try await SandboxServer.withServer(configuration) { server in
            try await body(AnybillFixture(server, transport))
        }
        #expect(transport.violations == violations)
    }

    private init(_ server: SandboxServer, _ transport: ConformingTransport) {
        self.server = server
        self.transport = transport
        let configuration = ClientConfiguration(transport: transport, retry: .never)
        let accounts = server.credentials.anybill
        let servers = AnybillServers(all: server.baseURL)
        user = AnybillClient(
            servers: servers,
            credentials: AnybillCredentials(userToken: StaticCredential.bearer(accounts.user.accessToken)),
            configuration: configuration
        )
        service = AnybillClient(
            servers: servers,
            credentials: AnybillCredentials(serviceToken: StaticCredential.bearer(accounts.service.accessToken)),
            configuration: configuration
        )
    }

    /// A configuration in which every call is one request.
    private var configuration: ClientConfiguration {
        ClientConfiguration(transport: transport, retry: .never)
    }

    /// Returns a client for any user or service.
    func client(user: (any CredentialSource)? = nil, service: (any CredentialSource)? = nil) -> AnybillClient {
        AnybillClient(
            servers: AnybillServers(all: server.baseURL),
            credentials: AnybillCredentials(userToken: user, serviceToken: service),
            configuration: configuration
        )
    }

    /// Returns a page of receipts with the information of its header fields.
    func page(
        take: Int? = nil,
        direction: OrderDirection = .descending,
        token: String? = nil,
        as client: AnybillClient? = nil
    ) async throws -> (items: [Receipt], total: String?, next: String?) {
        let response = try await (client ?? user).receipts.withResponse {
            try await $0.list(orderBy: .date, orderDirection: direction, take: take, continuationToken: token)
        }
        guard case .receiptList(let items) = response.body else { throw Unexpected() }
        return (items, response.header("X-Total-Count"), response.header("X-Continuation-Token"))
    }

    /// Sends a request unchanged.
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String? = nil,
        token: String? = nil,
        headers: HTTPFields = [:]
    ) async throws -> (status: Int, headers: HTTPFields, body: String) {
        var head = HTTPRequest(
            method: method,
            scheme: "http",
            authority: "127.0.0.1:\(server.port)",
            path: path,
            headerFields: headers
        )
        head.headerFields[.authorization] = token.map { "Bearer \($0)" }
        // URLSession would name the media type of a form.
        if body != nil, headers[.contentType] == nil { head.headerFields[.contentType] = "application/json" }
        let request = TransportRequest(head, body: body.map { .bytes(Array($0.utf8)) })
        let response = try await URLSessionTransport().send(request)
        let bytes = try await response.body.collect(upTo: 1 << 24)
        return (response.head.status.code, response.head.headerFields, String(decoding: bytes, as: UTF8.self))
    }
}
