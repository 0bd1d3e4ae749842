public import APIRuntime
public import AsyncHTTPClient
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPCompression

/// A transport that uses AsyncHTTPClient, for servers and for tools that make many calls.
///
/// Behaves like `URLSessionTransport`, but streams bodies without a temporary file.
///
/// ```swift
/// let transport = AsyncHTTPTransport()
/// let client = NotesClient(transport: transport)
/// …
/// try await transport.shutdown()
/// ```
public final class AsyncHTTPTransport: TimeoutKeepingTransport {
    /// A shared transport for the whole process.
    ///
    /// It is never shut down.
    public static let shared = AsyncHTTPTransport()

    private let clients: HTTPClients
    private let acceptedEncodings: String?
    private let redirects: RedirectPolicy

    /// Creates a transport with its own connections.
    ///
    /// - Parameters:
    ///   - configuration: The connection pool, timeouts and other settings of the client. The transport overrides
    ///     redirects, decompression and repeated connection attempts.
    ///   - security: The pins and trust roots. A pinned host needs a leaf certificate with one of the keys. The client
    ///     does not expose the rest of the chain, so that pins of certificate authorities refuse every server.
    ///   - proxy: A proxy for all requests, which also handles `http` with `CONNECT`; `nil` uses the configuration's
    ///     proxy.
    ///   - redirects: The policy for following redirects.
    public init(
        configuration: HTTPClient.Configuration = HTTPClient.Configuration(),
        security: TransportSecurity = .system,
        proxy: ProxyServer? = nil,
        redirects: RedirectPolicy = RedirectPolicy()
    ) {
        var configuration = configuration
        configuration.redirectConfiguration = .disallow
        // The transport decompresses the bytes as they are read, up to the limit of the request.
        configuration.decompression = .disabled
        // A refused connection is reported immediately. The retry policy decides whether to try again.
        configuration.connectionPool.retryConnectionEstablishment = false
        if let proxy { configuration.proxy = HTTPClient.Configuration.Proxy(proxy) }
        clients = HTTPClients(configuration, security)
        acceptedEncodings = "gzip, deflate"
        self.redirects = redirects
    }

    /// Creates a transport that uses an existing client, which the caller shuts down.
    ///
    /// - Parameters:
    ///   - client: A client created with `redirectConfiguration` set to `.disallow`. A client that follows redirects
    ///     would send credentials to other origins, so calls that it redirects fail. Responses are decompressed only if
    ///     the client does so.
    ///   - redirects: The policy for following redirects.
    public init(client: HTTPClient, redirects: RedirectPolicy = RedirectPolicy()) {
        clients = HTTPClients(given: client)
        acceptedEncodings = nil
        self.redirects = redirects
    }

    /// Closes the transport's own connections; later calls fail.
    ///
    /// Does nothing if the transport uses an existing client.
    ///
    /// - Throws: The error of the client, for example if it was already shut down.
    public func shutdown() async throws {
        try await clients.shutdown()
    }

    /// Sends a request and follows its redirects.
    ///
    /// - Throws: `TransportError` if the request is invalid or no complete response is received.
    public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        try await redirects.follow(request) { next throws(TransportError) in try await sendOnce(next) }
    }

    private func sendOnce(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        try request.validate()
        try request.validatePort()
        let client = try clients.client(for: request)
        if case .file(let file) = request.body, !FileManager.default.isReadableFile(atPath: file.path) {
            throw TransportError(.body, "The body's file cannot be read.", sent: .nothing)
        }
        let deadline = request.timeout.map { NIODeadline.now() + TimeAmount($0) } ?? .distantFuture
        var repetitions = 0
        while true {
            do throws(TransportError) {
                return try await exchange(request, client, deadline)
            } catch {
                // A kept connection may close before the request is written to it. Nothing was sent then.
                guard error.code == .connection, error.sent.isNothing, repetitions < Self.maximumRepetitions,
                    request.body?.isReplayable ?? true, !Task.isCancelled
                else { throw error }
                repetitions += 1
            }
        }
    }

    /// The largest number of further connections for a request that was not sent.
    private static let maximumRepetitions = 2

    /// Sends a request on one connection.
    private func exchange(
        _ request: TransportRequest,
        _ client: HTTPClient,
        _ deadline: NIODeadline
    ) async throws(TransportError) -> TransportResponse {
        let source = request.body.map { BodySource($0.chunks()) }
        do throws(TransportError) {
            return try await exchange(request, source, client, deadline)
        } catch {
            source?.release()
            throw error
        }
    }

    private func exchange(
        _ request: TransportRequest,
        _ source: BodySource?,
        _ client: HTTPClient,
        _ deadline: NIODeadline
    ) async throws(TransportError) -> TransportResponse {
        // Only the transport's own connections remove the number from the request.
        guard clients.areFenced else {
            do { return try await receive(native(request, source), to: request, source, client, deadline) } catch {
                let failure = TransportError(asyncHTTPClient: error)
                throw TransportError.mayFollowRequest(error) ? failure.with(sent: .everything) : failure
            }
        }
        let (number, record) = SendRecords.shared.add()
        defer { SendRecords.shared.remove(number) }
        var native = native(request, source)
        native.headers.add(name: SendRecords.fieldName, value: number)
        do {
            return try await receive(native, to: request, source, client, deadline)
        } catch {
            throw TransportError(asyncHTTPClient: error).with(sent: SendAccount(record.seal()))
        }
    }

    private func receive(
        _ native: HTTPClientRequest,
        to request: TransportRequest,
        _ source: BodySource?,
        _ client: HTTPClient,
        _ deadline: NIODeadline
    ) async throws -> TransportResponse {
        let response = try await client.execute(native, deadline: deadline)
        guard response.history.count <= 1 else { throw TransportError.redirectedByClient }
        let head = HTTPResponse(Int(response.status.code), response.headers)
        let coding =
            clients.areFenced && !head.hasNoBody(request.head.method)
            ? try ContentDecoder.Coding(response.headers, accepted: request.head.headerFields[.acceptEncoding]) : nil
        let chunks = BodyChunks(response, coding, of: source)
        if request.delivery == .streamed { return TransportResponse(head, body: .chunks(chunks)) }
        return TransportResponse(head, body: .bytes(try await read(chunks, of: head, to: request, until: deadline)))
    }

    private func native(_ request: TransportRequest, _ source: BodySource?) -> HTTPClientRequest {
        var native = HTTPClientRequest(url: request.url)
        native.method = HTTPMethod(rawValue: request.head.method.rawValue)
        native.headers = headers(of: request)
        switch request.body {
        case nil: break
        case .bytes(let bytes) where request.progress == nil: native.body = .bytes(ByteBuffer(bytes: bytes))
        case let body?:
            let length = body.length.map { HTTPClientRequest.Body.Length.known(Int64($0)) } ?? .unknown
            let source = source ?? BodySource(body.chunks())
            native.body = .stream(BodyBuffers(source: source, progress: request.progress), length: length)
        }
        return native
    }

    /// Reads a response's body until the deadline.
    ///
    /// The client's own deadline covers only the response head. A timer on the event loop that cancels one task costs a
    /// tenth of a task group that races with a sleeping task.
    private func read(
        _ chunks: BodyChunks,
        of head: HTTPResponse,
        to request: TransportRequest,
        until deadline: NIODeadline
    ) async throws -> [UInt8] {
        let collect = { @Sendable in
            do {
                return try await Self.collect(chunks, upTo: request.maximumBytes, of: head)
            } catch let error as TransportError
                where error.underlying == Self.truncatedData && head.hasNoBody(request.head.method)
            {
                // A given client may report the compression of an absent body as truncated data.
                return []
            }
        }
        guard deadline < .distantFuture else { return try await collect() }
        let isLate = LockedState(false)
        let reader = Task { try await collect() }
        let timer = clients.eventLoopGroup.any().scheduleTask(deadline: deadline) {
            isLate.withLock { $0 = true }
            reader.cancel()
        }
        defer { timer.cancel() }
        do {
            return try await withTaskCancellationHandler {
                try await reader.value
            } onCancel: {
                reader.cancel()
            }
        } catch {
            throw isLate.withLock({ $0 }) ? TransportError.timedOut : error
        }
    }

    private static let truncatedData = "\(NIOHTTPDecompression.ExtraDecompressionError.truncatedData)"

    private static func collect(_ chunks: BodyChunks, upTo limit: Int, of head: HTTPResponse) async throws -> [UInt8] {
        // Only a hint: for HEAD it is the length of an absent body, and for a compressed body the compressed length.
        let length = head.headerFields[.contentLength].flatMap { Int($0) } ?? 0
        var bytes: [UInt8] = []
        // The server's header alone must not cause a large allocation.
        bytes.reserveCapacity(min(max(length, 0), limit, 1 << 20))
        for try await chunk in chunks {
            guard chunk.count <= limit - bytes.count else { throw TransportError.tooLarge(limit) }
            bytes += chunk
        }
        return bytes
    }

    private func headers(of request: TransportRequest) -> HTTPHeaders {
        var headers = HTTPHeaders()
        headers.reserveCapacity(request.head.headerFields.count + 4)
        for field in request.head.headerFields where field.name != .cookie {
            headers.add(name: field.name.rawName, value: field.value)
        }
        // Each cookie is a separate field of the head, but HTTP/1.1 permits only one field for all of them.
        if let cookies = request.head.headerFields[.cookie] { headers.add(name: "Cookie", value: cookies) }
        // The field of the records belongs to the transport.
        headers.remove(name: SendRecords.fieldName)
        if let acceptedEncodings, request.head.headerFields[.acceptEncoding] == nil {
            headers.add(name: "accept-encoding", value: acceptedEncodings)
        }
        return headers
    }
}

extension TimeAmount {
    /// Creates an amount from a duration, clamped to the range of a 64-bit number of nanoseconds.
    fileprivate init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let bounded = min(max(seconds, 0), 1_000_000_000)
        self = .nanoseconds(bounded * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}

extension TransportRequest {
    /// Refuses a port that no address has; AsyncHTTPClient ends the process when it connects to one.
    fileprivate func validatePort() throws(TransportError) {
        guard let authority = head.authority, let colon = authority.lastIndex(of: ":") else { return }
        let port = authority[authority.index(after: colon)...]
        // The rest of an IPv6 address without a port.
        guard !port.contains("]") else { return }
        guard let number = Int(port), (1...65535).contains(number) else {
            throw TransportError(.invalidRequest, "The port of the address is not a number from 1 to 65535.")
        }
    }
}

extension TransportError {
    /// The error for an existing client that followed a redirect, and may have sent credentials to another origin.
    fileprivate static let redirectedByClient = TransportError(
        .redirectRefused,
        "The HTTP client followed a redirect by itself. Create it with redirects disallowed."
    )
}

extension HTTPResponse {
    /// Creates a response head from a status and header fields.
    fileprivate init(_ status: Int, _ headers: HTTPHeaders) {
        var fields = HTTPFields()
        fields.reserveCapacity(headers.count)
        for (name, value) in headers {
            if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
        }
        self.init(status: .init(code: status), headerFields: fields)
    }

    /// Returns whether the response has no body.
    fileprivate func hasNoBody(_ method: HTTPRequest.Method) -> Bool {
        method == .head || status == .noContent || status == .notModified || headerFields[.contentLength] == "0"
    }
}
