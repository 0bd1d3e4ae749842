public import HTTPTypes

/// Something that sends one request and receives its response.
///
/// A transport follows redirects by ``RedirectPolicy`` only, keeps no cookies and no cache, sends the path as it is,
/// stops when the task is cancelled, and gives up after the request's timeout. It decompresses responses.
///
/// ```swift
/// struct OfflineTransport: HTTPTransport {
///     func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
///         throw TransportError(.connection, "The device is offline.")
///     }
/// }
/// ```
///
/// `APITesting` has doubles for tests.
public protocol HTTPTransport: Sendable {
    /// Sends a request.
    ///
    /// - Returns: The response, whatever its status.
    /// - Throws: When no complete response came, or when it is longer than the request allows.
    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse
}

/// A request as it goes to a transport, with its credentials.
public struct TransportRequest: Sendable {
    /// Method, scheme, authority, path with query, and header fields.
    public var head: HTTPRequest

    /// The body; `nil` for none.
    public var body: HTTPBody?

    /// Time until the response must be complete, or until its head has come when it is streamed; `nil` waits without end.
    public var timeout: Duration?

    /// Longest response that is read, in bytes after decompression.
    public var maximumBytes: Int

    /// Whether sending the request twice does no more than sending it once.
    ///
    /// A transport may send such a request again by itself, when a kept connection turns out to be closed. It sends any
    /// other at most once. Set from the method at first: idempotent ones are (RFC 9110, section 9.2.2).
    public var isReplayable: Bool

    /// How the body of the response is handed over.
    public var delivery = Delivery.whole

    /// Told how many bytes of the body have left the device so far, as often as the transport knows; `nil` tells nobody.
    public var progress: (@Sendable (_ sentBytes: Int) -> Void)?

    /// How the body of a response is handed over.
    public enum Delivery: Hashable, Sendable {
        /// All at once, when the last byte has come.
        case whole
        /// Piece by piece: the transport responds when the head has come, and the reader counts the bytes.
        ///
        /// A transport that cannot do this hands the body over whole.
        case streamed
    }

    /// Creates a request.
    public init(_ head: HTTPRequest, body: HTTPBody? = nil, timeout: Duration? = nil, maximumBytes: Int = .max) {
        self.head = head
        self.body = body
        self.timeout = timeout
        self.maximumBytes = maximumBytes
        isReplayable = ReplaySafety.standard(for: head.method).isReplayable
    }

    /// The absolute URL as text, exactly as it is to be sent.
    public var url: String {
        "\(head.scheme ?? "")://\(head.authority ?? "")\(head.path ?? "/")"
    }

    /// Fails when the request cannot be sent as it is by all transports alike.
    ///
    /// A URL parser would rewrite it on the way, or it has a body where HTTP has none.
    public func validate() throws(TransportError) {
        if head.method == .connect { throw TransportError(.invalidRequest, "CONNECT is for proxies only.") }
        if body != nil, [.get, .head, .trace].contains(head.method) {
            throw TransportError(.invalidRequest, "A \(head.method.rawValue) request has no body.")
        }
        let authority = head.authority ?? ""
        guard head.scheme == "http" || head.scheme == "https", !authority.isEmpty,
            !authority.utf8.contains(where: { $0 <= 0x20 || "/?#@\\".utf8.contains($0) })
        else { throw TransportError(.invalidRequest, "The request has no absolute http or https URL.") }
        if let problem = PathGuard.problem(in: head.path ?? "/") { throw TransportError(.invalidRequest, problem) }
    }
}

extension TransportRequest: CustomStringConvertible {
    /// Method and authority; the path and what follows it may be private.
    public var description: String { "\(head.method.rawValue) \(head.authority ?? "")" }
}

/// A response as it comes from a transport.
public struct TransportResponse: Sendable {
    /// Status and header fields.
    public var head: HTTPResponse

    /// The body.
    public var body: TransportResponseBody

    /// Creates a response.
    public init(_ head: HTTPResponse, body: TransportResponseBody) {
        self.head = head
        self.body = body
    }
}

/// The body of a response: complete, or still on its way.
public enum TransportResponseBody: Sendable {
    /// All bytes.
    case bytes([UInt8])

    /// Pieces as they arrive.
    case chunks(BodyChunks)

    /// All bytes.
    ///
    /// - Parameter limit: Longest body accepted, in bytes.
    /// - Returns: The bytes in order.
    /// - Throws: ``TransportError/Code/tooLarge`` as soon as the body is longer; ``TransportError/Code/connection``
    ///   when it ends early.
    public func collect(upTo limit: Int) async throws(TransportError) -> [UInt8] {
        switch self {
        case .bytes(let bytes):
            guard bytes.count <= limit else { throw .tooLarge(limit) }
            return bytes
        case .chunks(let chunks):
            return try await Self.collect(chunks, upTo: limit)
        }
    }

    /// Returns the body with each of its chunks changed, without waiting for those that have not arrived.
    ///
    /// - Parameter transform: Returns the bytes in place of a chunk, or of a complete body. Chunks end anywhere, also within
    ///   a character.
    /// - Returns: The changed body.
    /// - Throws: The error of `transform` for a complete body; for one that arrives later, the reader receives it.
    public func mapChunks(
        _ transform: @escaping @Sendable ([UInt8]) async throws -> [UInt8]
    ) async throws -> TransportResponseBody {
        guard case .chunks(let chunks) = self else { return .bytes(try await transform(await collect(upTo: .max))) }
        return .chunks(
            BodyChunks {
                var iterator = chunks.makeAsyncIterator()
                guard let chunk = try await iterator.next() else { return nil }
                return try await transform(chunk)
            }
        )
    }

    /// The body as chunks, also when it is complete.
    var chunks: BodyChunks {
        switch self {
        case .bytes(let bytes): BodyChunks(bytes)
        case .chunks(let chunks): chunks
        }
    }

    private static func collect(_ chunks: BodyChunks, upTo limit: Int) async throws(TransportError) -> [UInt8] {
        var bytes: [UInt8] = []
        do {
            for try await chunk in chunks {
                guard chunk.count <= limit - bytes.count else { throw TransportError.tooLarge(limit) }
                bytes += chunk
            }
        } catch let error as TransportError {
            throw error
        } catch is CancellationError {
            throw .cancelled
        } catch {
            throw TransportError(.connection, "The response ended early.", underlying: "\(type(of: error))")
        }
        return bytes
    }
}
