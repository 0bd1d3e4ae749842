import APIRuntime
import AppCoinsAPI
import Foundation
import HTTPTypes
import SandboxServer
import SpecConformance
import Testing
import URLSessionTransport

/// A running sandbox with clients for its AppCoins service, which refuse responses that differ from the spec.
struct AppCoinsHarness: Sendable {
    static let domain = "com.example.orchardtale"

    let server: SandboxServer

    /// The transport of all clients, which compares every exchange with the specification.
    let transport: ConformingTransport

    /// Runs a closure with a sandbox whose clock is stopped.
    static func run(
        _ configuration: SandboxConfiguration = SandboxConfiguration(receipts: 0),
        _ body: (AppCoinsHarness) async throws -> Void
    ) async throws {
        let transport = ConformingTransport(try ConformanceSpec(named: "appcoins"))
        try await SandboxServer.withServer(configuration) { server in
            server.clock.freeze(at: Date(timeIntervalSince1970: 1_792_483_289.014228))
            try await body(AppCoinsHarness(server: server, transport: transport))
        }
        #expect(transport.violations == [])
    }

    /// Returns a client with or without a token.
    func client(token: String? = nil, refresh: String? = nil, version: String = "8.20240812") -> AppCoinsClient {
        AppCoinsClient(
            servers: .sandbox(at: server.baseURL, version: version),
            credentials: AppCoinsCredentials(
                walletToken: token.map { StaticCredential.bearer($0) },
                refreshToken: refresh.map { StaticCredential.bearer($0) }
            ),
            configuration: ClientConfiguration(transport: transport, limits: .init(isStrict: true))
        )
    }

    /// Returns a client with the token of a guest's wallet.
    func guest(_ id: String = "guest-a") async throws -> AppCoinsClient {
        client(token: try await client().wallets.guest(id: id).ewt)
    }

    /// Returns a buyer's order.
    func order(_ sku: String, payload: String? = nil, price: String = "158.51") -> CheckoutTransactionRequest {
        CheckoutTransactionRequest(
            domain: Self.domain,
            priceValue: price,
            priceCurrency: "APPC",
            product: sku,
            type: .inApp,
            channel: .ios,
            platform: .ios,
            metadata: payload,
            reference: "814176089.014221"
        )
    }

    /// Starts a payment and polls it until it has ended, up to four times.
    func pay(_ sku: String, payload: String? = nil, as buyer: AppCoinsClient) async throws -> CheckoutTransaction {
        let started = try await buyer.checkout.createTransaction(body: order(sku, payload: payload))
        var state = try await buyer.checkout.transaction(uid: started.uid)
        for _ in 0..<3 where state.checkoutFailure == nil && state.purchaseResult == nil {
            state = try await buyer.checkout.transaction(uid: started.uid)
        }
        return state
    }

    /// Buys a product and returns the purchase's identifier.
    func buy(_ sku: String, payload: String? = nil, as buyer: AppCoinsClient) async throws -> String {
        let paid = try await pay(sku, payload: payload, as: buyer)
        return try #require(paid.metadata?.purchaseUID)
    }

    /// Sends a raw request.
    ///
    /// The path is relative to the sandbox's address and includes the query.
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: JSONValue? = nil
    ) async throws -> (status: Int, headers: HTTPFields, bytes: [UInt8]) {
        let host = "\(server.baseURL.host ?? ""):\(server.port)"
        var head = HTTPRequest(method: method, scheme: "http", authority: host, path: path)
        head.headerFields[.contentType] = "application/json"
        let request = TransportRequest(head, body: body.map { .bytes(JSONCoding.encode($0)) })
        let response = try await URLSessionTransport.shared.send(request)
        return (response.head.status.code, response.head.headerFields, try await response.body.collect(upTo: 1 << 20))
    }

    /// Sends a control request that returns a JSON value.
    func control(_ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil) async throws -> JSONValue {
        let response = try await send(method, "/sandbox/appcoins/\(path)", body)
        try #require((200...299).contains(response.status), "\(path) gave \(response.status)")
        return response.bytes.isEmpty ? .null : try JSONCoding.decode(from: response.bytes)
    }
}
