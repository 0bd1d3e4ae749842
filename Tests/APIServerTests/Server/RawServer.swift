import APIRuntime
import APIServer
import Foundation
import HTTPTypes
import Hummingbird
import URLSessionTransport

/// A response of a loopback server.
struct RawReply: Sendable {
    let status: Int
    let headers: HTTPFields
    let text: String
}

/// A client that sends requests that no generated client would send.
struct RawServer: Sendable {
    let url: URL

    /// Starts a server with routes, runs a closure with it, and stops it even if the closure throws.
    static func run<Result>(
        options: ServerOptions = ServerOptions(),
        _ add: (ServerRoutes) -> Void,
        _ body: (RawServer) async throws -> Result
    ) async throws -> Result {
        let router = Router()
        add(ServerRoutes(router, options: options))
        return try await LoopbackApplication.run(router) { try await body(RawServer(url: $0)) }
    }

    /// Sends a request.
    func send(_ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields = [:], body: String? = nil)
        async throws -> RawReply
    {
        let authority = url.absoluteString.split(separator: "/").last.map(String.init)
        var head = HTTPRequest(
            method: method,
            scheme: "http",
            authority: authority,
            path: path,
            headerFields: headers
        )
        // URLSession would name the media type of a form.
        if body != nil, headers[.contentType] == nil { head.headerFields[.contentType] = "application/json" }
        let request = TransportRequest(head, body: body.map { .bytes(Array($0.utf8)) })
        let response = try await URLSessionTransport.shared.send(request)
        let bytes = try await response.body.collect(upTo: 1 << 20)
        return RawReply(
            status: response.head.status.code,
            headers: response.head.headerFields,
            text: String(decoding: bytes, as: UTF8.self)
        )
    }
}
