@_spi(Generated) import APIRuntime
import Foundation
import HTTPTypes

/// The runtime's cache between a client and a server: a sender with a cache, and the additional tasks of a proxy.
final class ProxyCache: Sendable {
    private let origin: URL
    private let cache = ResponseCache(store: MemoryCacheStore(capacity: 256 << 20))
    private let transport: OriginTransport
    private let sender: OperationSender
    private let staleIfError: Duration?
    private let now: @Sendable () -> Date

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - origin: The base URL of the server.
    ///   - staleIfError: The time after its expiry for which a response may be used if the server fails, as a
    ///     specification can set it for an operation; `nil` uses only the directives of responses.
    ///   - now: A closure that returns the current time, with which ages are calculated.
    init(origin: URL, staleIfError: Duration? = nil, now: @escaping @Sendable () -> Date = { Date() }) {
        self.origin = origin
        self.staleIfError = staleIfError
        self.now = now
        transport = OriginTransport(host: origin.host ?? "127.0.0.1", port: origin.port ?? 80)
        var configuration = ClientConfiguration(
            transport: transport,
            retry: .never,
            cache: cache,
            timeout: .seconds(30),
            now: now
        )
        configuration.isolatesCredentials = false
        sender = OperationSender(servers: [.main: origin], credentials: [:], configuration: configuration)
    }

    /// Returns the response to a request, from the cache or from the server.
    ///
    /// - Parameters:
    ///   - request: The method, path with query, and header fields as received.
    ///   - body: The request's body; empty for none.
    /// - Returns: The status, header fields and body to send to the client.
    func response(_ request: HTTPRequest, body: [UInt8]) async -> RawResponse {
        var request = request
        request.headerFields = Self.endToEnd(request.headerFields)
        request.headerFields[.contentLength] = nil
        do {
            let response = try await receive(request, body)
            return RawResponse(status: response.status, headers: Self.endToEnd(response.headers), body: response.body)
        } catch {
            return RawResponse(status: Self.status(of: error))
        }
    }

    private func receive(_ request: HTTPRequest, _ body: [UInt8]) async throws(CallFailure) -> RawResponse {
        guard let method = Self.methods[request.method.rawValue] else { return try await pass(request, body) }
        var call = OperationCall("proxied", method, "/")
        call.accept = ""
        call.replay = .unsafe
        if let staleIfError { call.cache = CachePolicy(staleIfError: staleIfError) }
        var headers = request.headerFields
        if !body.isEmpty {
            let type = headers[.contentType]
            call.binary(.bytes(body), contentType: type ?? "")
            if type == nil { headers[.contentType] = nil }
        }
        guard let url = URL(string: request.path ?? "/", relativeTo: origin) else {
            throw .transport(TransportError(.invalidRequest, "The request's target is no URL."))
        }
        return try await sender.receive(call, CallOptions(headers: headers, following: url))
    }

    /// Sends a request whose method the runtime does not support, and removes the affected responses from the cache.
    private func pass(_ request: HTTPRequest, _ body: [UInt8]) async throws(CallFailure) -> RawResponse {
        var request = request
        request.scheme = origin.scheme
        request.authority = origin.port.map { "\(origin.host ?? ""):\($0)" } ?? origin.host
        do {
            var sent = TransportRequest(request, body: body.isEmpty ? nil : .bytes(body), timeout: .seconds(30))
            sent.isReplayable = false
            let response = try await transport.send(sent)
            await cache.invalidate(after: response.head, to: request)
            return RawResponse(
                status: response.head.status.code,
                headers: response.head.headerFields,
                body: try await response.body.collect(upTo: 64 << 20)
            )
        } catch {
            throw .transport(error)
        }
    }

    private static let methods: [String: CallMethod] = [
        "GET": .get, "HEAD": .head, "POST": .post, "PUT": .put, "DELETE": .delete, "PATCH": .patch,
        "OPTIONS": .options,
    ]

    private static func status(of failure: CallFailure) -> Int {
        guard case .transport(let error) = failure else { return 500 }
        switch error.code {
        case .notCached, .timedOut: return 504
        case .invalidRequest: return 400
        default: return 502
        }
    }

    /// Returns the fields that a proxy forwards, without those of a single connection (RFC 9110, section 7.6.1).
    static func endToEnd(_ fields: HTTPFields) -> HTTPFields {
        let named: [String] = fields[values: .connection].joined(separator: ",").lowercased().split(separator: ",")
            .map { $0.filter { $0 != " " && $0 != "\t" } }
        let dropped = connectionNames.union(named)
        return HTTPFields(fields.filter { !dropped.contains($0.name.canonicalName) })
    }

    private static let connectionNames: Set<String> = [
        "connection", "host", "keep-alive", "proxy-connection", "te", "trailer",
        "transfer-encoding", "upgrade", "expect",
    ]
}
