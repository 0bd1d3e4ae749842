import APIRuntime
import APIServer
import Foundation
import HTTPTypes
import Hummingbird
import NotesAPI
import NotesServer
import Testing
import URLSessionTransport

/// A generated server of the golden spec on a free loopback port, and a client for it.
struct NotesLoopback: Sendable {
    let client: NotesClient
    let url: URL

    /// Starts a server, runs a closure with it, and stops it even if the closure throws.
    static func run<Service: NotesService & AccountService, Result>(
        _ service: Service,
        options: ServerOptions = ServerOptions(),
        security: ServerSecurity = .unchecked,
        around: (@Sendable (ServerInput, BasicRequestContext, RouteHandler) async throws -> Response)? = nil,
        _ body: (NotesLoopback) async throws -> Result
    ) async throws -> Result {
        let router = Router()
        let routes =
            around.map { ServerRoutes(router, options: options, around: $0) } ?? ServerRoutes(router, options: options)
        service.addNotesRoutes(to: routes, security: security)
        service.addAccountRoutes(to: routes, security: security)
        return try await LoopbackApplication.run(router) { url in
            var configuration = ClientConfiguration(transport: .urlSession)
            configuration.retry = .never
            let client = NotesClient(
                servers: NotesServers(all: url),
                credentials: NotesCredentials(userToken: .bearer("t0k3n")),
                configuration: configuration
            )
            return try await body(NotesLoopback(client: client, url: url))
        }
    }

    /// Sends a request that no generated client would send.
    func send(_ method: String, _ path: String, body: Data? = nil, type: String? = nil) async throws -> (
        status: Int, text: String, type: String?
    ) {
        let method = try #require(HTTPRequest.Method(method))
        let authority = url.absoluteString.split(separator: "/").last.map(String.init)
        var head = HTTPRequest(method: method, scheme: "http", authority: authority, path: path)
        // URLSession would name the media type of a form.
        head.headerFields[.contentType] = type ?? (body == nil ? nil : "application/json")
        let body = body.map { APIRuntime.HTTPBody.data($0) }
        let response = try await URLSessionTransport.shared.send(TransportRequest(head, body: body))
        let bytes = try await response.body.collect(upTo: 1 << 20)
        return (
            response.head.status.code, String(decoding: bytes, as: UTF8.self), response.head.headerFields[.contentType]
        )
    }

    /// Sends a request and expects a status.
    func expect(
        _ status: Int,
        _ method: String,
        _ path: String,
        body: Data? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let response = try await send(method, path, body: body)
        #expect(response.status == status, "\(response.text)", sourceLocation: sourceLocation)
    }
}
