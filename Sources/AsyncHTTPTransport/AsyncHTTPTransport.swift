public import APIRuntime
public import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPCompression

/// A transport over AsyncHTTPClient, for servers and for tools that make many calls.
///
/// Behaves like `URLSessionTransport`, but streams bodies without a temporary file and is several times faster on Linux.
///
/// ```swift
/// let transport = AsyncHTTPTransport()
/// let client = NotesClient(configuration: ClientConfiguration(transport: transport))
/// …
/// try await transport.shutdown()
/// ```
public final class AsyncHTTPTransport: Transport {
    /// A transport that everybody may share. It is never shut down.
    public static let shared = AsyncHTTPTransport()

    private let client: HTTPClient
    private let ownsClient: Bool
    private let acceptedEncodings: String?
    private let redirects: RedirectPolicy

    /// Creates a transport with connections of its own.
    ///
    /// - Parameters:
    ///   - configuration: Proxies, trust roots, pool and connection timeouts. Redirects, decompression and repeated
    ///     connection attempts are set by the transport.
    ///   - redirects: Which redirects are followed.
    public init(
        configuration: HTTPClient.Configuration = HTTPClient.Configuration(),
        redirects: RedirectPolicy = RedirectPolicy()
    ) {
        var configuration = configuration
        configuration.redirectConfiguration = .disallow
        // The collector counts decompressed bytes itself and stops at the request's own limit.
        configuration.decompression = .enabled(limit: .none)
        // A refused connection is reported at once; whether to try again is the retry policy's decision.
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        ownsClient = true
        acceptedEncodings = "gzip, deflate"
        self.redirects = redirects
    }

    /// Creates a transport over a client that somebody else shuts down.
    ///
    /// - Parameters:
    ///   - client: A client made with `redirectConfiguration` set to `.disallow`. One that follows redirects would send
    ///     credentials to other origins: calls that it redirects fail. Answers are decompressed only if it does so.
    ///   - redirects: Which redirects are followed.
    public init(client: HTTPClient, redirects: RedirectPolicy = RedirectPolicy()) {
        self.client = client
        ownsClient = false
        acceptedEncodings = nil
        self.redirects = redirects
    }

    deinit {
        // After an explicit shutdown this only reports that there is nothing left to do.
        if ownsClient { client.shutdown { _ in } }
    }

    /// Ends the transport's own connections; calls made later fail. Does nothing to a client that was given.
    public func shutdown() async throws {
        if ownsClient { try await client.shutdown() }
    }

    /// Sends a request and follows its redirects.
    public func send(_ request: TransportRequest) async throws(TransportError) -> TransportAnswer {
        try await redirects.follow(request) { next throws(TransportError) in try await sendOnce(next) }
    }

    private func sendOnce(_ request: TransportRequest) async throws(TransportError) -> TransportAnswer {
        try request.validate()
        do {
            switch request.body {
            case nil: return try await collect(request, nil)
            case .bytes(let bytes): return try await collect(request, .byteBuffer(ByteBuffer(bytes: bytes)))
            case .file(let file) where !FileManager.default.isReadableFile(atPath: file.path):
                throw TransportError(.body, "The body's file cannot be read.")
            case .file(let file): return try await stream(request, .file(file))
            case .stream(let body): return try await stream(request, .stream(body))
            }
        } catch {
            throw TransportError(asyncHTTPClient: error)
        }
    }

    /// Sends a body in memory, or none: gathers the answer on the event loop, the fastest way.
    private func collect(_ request: TransportRequest, _ body: HTTPClient.Body?) async throws -> TransportAnswer {
        let native = try HTTPClient.Request(
            url: request.url,
            method: HTTPMethod(rawValue: request.head.method.rawValue),
            headers: headers(of: request),
            body: body
        )
        let task = client.execute(
            request: native,
            delegate: AnswerCollector(maximumBytes: request.maximumBytes),
            deadline: request.timeout.map { .now() + TimeAmount($0) }
        )
        return try await withTaskCancellationHandler {
            try await task.futureResult.get()
        } onCancel: {
            task.cancel()
        }
    }

    /// Sends a body piece by piece.
    ///
    /// Not through a collector: that interface waits for the body's end even when the server has answered before.
    private func stream(_ request: TransportRequest, _ body: RequestBody) async throws -> TransportAnswer {
        var native = HTTPClientRequest(url: request.url)
        native.method = HTTPMethod(rawValue: request.head.method.rawValue)
        native.headers = headers(of: request)
        native.body = .stream(
            BodyBuffers(chunks: body.chunks()),
            length: body.length.map { .known(Int64($0)) } ?? .unknown
        )
        let streamed = native
        return try await withThrowingTaskGroup(of: TransportAnswer?.self) { group in
            group.addTask { try await self.exchange(streamed, upTo: request.maximumBytes) }
            if let timeout = request.timeout {
                group.addTask {
                    try await ContinuousClock().sleep(for: timeout)
                    return nil
                }
            }
            defer { group.cancelAll() }
            guard let answer = try await group.next() ?? nil else { throw TransportError.timedOut }
            return answer
        }
    }

    private func exchange(_ request: HTTPClientRequest, upTo limit: Int) async throws -> TransportAnswer {
        // The end of the time is watched by the caller: it covers the answer's body too.
        let answer = try await client.execute(request, deadline: .distantFuture)
        guard answer.history.count <= 1 else { throw TransportError.redirectedByClient }
        var bytes: [UInt8] = []
        for try await buffer in answer.body {
            guard buffer.readableBytes <= limit - bytes.count else { throw TransportError.tooLarge(limit) }
            buffer.withUnsafeReadableBytes { bytes.append(contentsOf: $0) }
        }
        return TransportAnswer(HTTPResponse(Int(answer.status.code), answer.headers), body: .bytes(bytes))
    }

    private func headers(of request: TransportRequest) -> HTTPHeaders {
        var headers = HTTPHeaders()
        headers.reserveCapacity(request.head.headerFields.count + 4)
        for field in request.head.headerFields { headers.add(name: field.name.rawName, value: field.value) }
        if let acceptedEncodings, request.head.headerFields[.acceptEncoding] == nil {
            headers.add(name: "accept-encoding", value: acceptedEncodings)
        }
        return headers
    }
}

/// A body's pieces as AsyncHTTPClient wants them; a failure says that it is the body's.
private struct BodyBuffers: AsyncSequence, Sendable {
    let chunks: BodyChunks

    func makeAsyncIterator() -> Iterator { Iterator(chunks: chunks.makeAsyncIterator()) }

    struct Iterator: AsyncIteratorProtocol {
        var chunks: BodyChunks.Iterator

        mutating func next() async throws -> ByteBuffer? {
            do {
                return try await chunks.next().map { ByteBuffer(bytes: $0) }
            } catch {
                throw TransportError(.body, "The body could not be read.", underlying: "\(type(of: error))")
            }
        }
    }
}

extension TimeAmount {
    /// The amount nearest to a duration that a 64-bit count of nanoseconds can hold.
    fileprivate init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let bounded = min(max(seconds, 0), 1_000_000_000)
        self = .nanoseconds(bounded * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
