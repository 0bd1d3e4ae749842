import APIRuntime
import Foundation
import HTTPTypes
import SandboxServer
import SensibillAPI
import SpecConformance
import Testing
import URLSessionTransport

/// A running sandbox with clients for its receipt service.
struct SensibillHarness: Sendable {
    let server: SandboxServer

    /// The transport of all clients, which compares every exchange with the specification.
    let transport: ConformingTransport

    /// The date at which the sandbox's clock is stopped: 2024-05-01, noon, UTC.
    static let start = Date(timeIntervalSince1970: 1_714_564_800)

    /// Starts a sandbox, runs a test with it, and stops it.
    ///
    /// The clock is stopped unless a test moves it.
    ///
    /// - Parameters:
    ///   - delay: The seconds that reading a document takes.
    ///   - violations: The violations of the specification that the test intends.
    ///   - body: The test.
    /// - Throws: The error that the test throws, or an error if the sandbox cannot start.
    static func run(
        delay: Double = 10,
        violations: [String] = [],
        _ body: (SensibillHarness) async throws -> Void
    ) async throws {
        let configuration = SandboxConfiguration(processingDelay: delay, startDate: start)
        let transport = ConformingTransport(try ConformanceSpec(named: "sensibill"))
        try await SandboxServer.withServer(configuration) { server in
            server.clock.freeze(at: start)
            try await body(SensibillHarness(server: server, transport: transport))
        }
        #expect(transport.violations == violations)
    }

    var account: SensibillSandboxCredentials { server.credentials.sensibill }

    /// Returns a client without retries and cache.
    func client(_ credentials: SensibillCredentials = SensibillCredentials()) -> SensibillClient {
        SensibillClient(
            servers: SensibillServers(all: server.baseURL),
            credentials: credentials,
            configuration: ClientConfiguration(transport: transport, retry: .never)
        )
    }

    /// Returns a client with the client's key and secret, and a user's access ID and secret.
    func basicClient(accessID: String? = nil, secret: String? = nil) -> SensibillClient {
        client(
            SensibillCredentials(
                clientCredentials: .basic(user: account.clientKey, password: account.clientSecret),
                userCredentials: .basic(
                    user: accessID ?? account.accessID,
                    password: secret ?? account.accessSecret
                )
            )
        )
    }

    /// Returns a client that uses the same token for all credentials.
    func client(token: String) -> SensibillClient {
        client(SensibillCredentials(jwt: .bearer(token), clientToken: .bearer(token), userToken: .bearer(token)))
    }

    /// Returns a client with a token of the client.
    func clientWithClientToken() async throws -> SensibillClient {
        let body = AccessTokenRequestDto(grantType: .clientCredentials)
        let token = try await basicClient().authentication.accessToken(body: body)
        return client(token: token.accessToken ?? "")
    }

    /// Returns a user's tokens, issued for an authorization code.
    func tokens(accessID: String? = nil, secret: String? = nil) async throws -> AccessToken {
        let basic = basicClient(accessID: accessID, secret: secret)
        let grant = try await basic.authentication.authorizationGrant(
            clientKey: account.clientKey,
            responseType: .code,
            redirectUri: account.redirectURI,
            redirect: .no
        )
        return try await basic.authentication.accessToken(
            body: AccessTokenRequestDto(
                grantType: .authorizationCode,
                redirectUri: account.redirectURI,
                code: grant.code
            )
        )
    }

    /// Returns a client with a token of the predefined user, who has 25 documents.
    func readyMadeUser() async throws -> SensibillClient {
        client(token: try await tokens().accessToken ?? "")
    }

    /// Returns a client with a token of a new user without documents.
    func newUser(_ accessID: String = "customer-000777") async throws -> SensibillClient {
        let body = UserRequestDto(credentialType: "sensibill", accessID: accessID, accessSecret: "secret-1")
        _ = try await clientWithClientToken().users.create(body: body)
        return client(token: try await tokens(accessID: accessID, secret: "secret-1").accessToken ?? "")
    }

    /// Sends a request that no generated operation would send.
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        headers: HTTPFields = [:],
        body: String? = nil
    ) async throws -> (status: Int, headers: HTTPFields, body: [UInt8]) {
        var head = HTTPRequest(
            method: method,
            scheme: "http",
            authority: "127.0.0.1:\(server.port)",
            path: path,
            headerFields: headers
        )
        // URLSession would name the media type of a form.
        if body != nil, headers[.contentType] == nil { head.headerFields[.contentType] = "application/json" }
        let request = TransportRequest(head, body: body.map { .bytes(Array($0.utf8)) })
        // A separate transport, because this test treats redirects as responses and does not follow them.
        let response = try await URLSessionTransport(redirects: RedirectPolicy(maximumHops: 0)).send(request)
        return (response.head.status.code, response.head.headerFields, try await response.body.collect(upTo: 1 << 20))
    }
}

extension SensibillClient {
    /// Uploads a picture that specifies its content.
    func upload(
        _ marks: String,
        type: DocumentType = .receipt,
        foreignId: String? = nil,
        description: String? = nil,
        account: AccountMetadata? = nil
    ) async throws -> String {
        let file = Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data(marks.utf8) + Data([0xFF, 0xD9])
        return try await documents.create(
            body: DocumentCreationRequestDto(
                filePart: FilePart(data: file, fileName: "scan.jpg", contentType: "image/jpeg"),
                documentType: type,
                foreignId: foreignId,
                description: description,
                accountMetadata: account
            )
        ).id
    }
}
