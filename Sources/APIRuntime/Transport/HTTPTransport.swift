public import HTTPTypes

/// A transport that sends one request and receives its response.
///
/// A transport follows redirects only as ``RedirectPolicy`` allows, keeps no cookies and no cache, sends the path
/// unchanged, stops when the task is cancelled or the request's timeout passes, and decompresses responses.
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
    /// - Throws: ``TransportError`` when no complete response arrives, or when it is longer than the request allows.
    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse
}

/// A transport that waits for nothing else before it sends a request, so that no call takes longer than its timeout.
///
/// A call over another transport, such as one that wraps ``WaitingTransport``, has a timer for its deadline.
package protocol TimeoutKeepingTransport: HTTPTransport {}

/// A request for a transport, including its credentials.
public struct TransportRequest: Sendable {
    /// Method, scheme, authority, path with query, and header fields.
    public var head: HTTPRequest

    /// The body; `nil` for none.
    public var body: HTTPBody?

    /// Longest time until the response is complete, or until the head of a streamed one arrives; `nil` for no limit.
    public var timeout: Duration?

    /// Longest response in bytes after decompression.
    public var maximumBytes: Int

    /// Whether sending the request twice has the same effect as sending it once.
    ///
    /// A transport may repeat such a request when a reused connection turns out to be closed. It sends any other request at
    /// most once. The initial value is `true` for idempotent methods (RFC 9110, section 9.2.2).
    public var isReplayable: Bool

    /// The statuses of redirects that are the response, and that ``RedirectPolicy`` does not follow.
    package var finalRedirects: [Int] = []

    /// Delivery of the response's body.
    public var delivery = Delivery.whole

    /// Receives the number of bytes of the body that were sent, as often as the transport knows; `nil` for no reports.
    public var progress: (@Sendable (_ sentBytes: Int) -> Void)?

    /// The delivery of a response's body.
    public enum Delivery: Hashable, Sendable {
        /// As a whole, when the last byte has arrived.
        case whole
        /// In chunks: the transport returns when the head has arrived, and the reader limits the bytes.
        ///
        /// A transport that cannot stream delivers the body as a whole.
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

    /// The absolute URL that is sent, unchanged.
    public var url: String {
        "\(head.scheme ?? "")://\(head.authority ?? "")\(head.path ?? "/")"
    }

    /// Checks that all transports can send the request unchanged.
    ///
    /// - Throws: ``TransportError/Code/invalidRequest`` for a request that a URL parser would rewrite, or that has a body
    ///   although its method has none.
    public func validate() throws(TransportError) {
        if head.method == .connect { throw TransportError(.invalidRequest, "CONNECT is for proxies only.") }
        if body != nil, [.get, .head, .trace].contains(head.method) {
            throw TransportError(.invalidRequest, "A \(head.method.rawValue) request has no body.")
        }
        let authority = head.authority ?? ""
        guard head.scheme == "http" || head.scheme == "https", !authority.isEmpty,
            !authority.utf8.contains(where: { $0 <= 0x20 || "/?#@\\".utf8.contains($0) })
        else { throw TransportError(.invalidRequest, "The request has no absolute http or https URL.") }
        guard (head.path ?? "/").hasPrefix("/") else {
            // The URL is the authority followed by the path: another first character would change the host.
            throw TransportError(.invalidRequest, "The path of the request does not begin with a slash.")
        }
        if let problem = PathGuard.problem(in: head.path ?? "/") { throw TransportError(.invalidRequest, problem) }
    }
}

extension TransportRequest: CustomStringConvertible, PartlyReflectable {
    /// Method and authority; the path, the header fields and the body may be private.
    public var description: String { "\(head.method.rawValue) \(head.authority ?? "")" }

    /// The same as the description, so that `dump` and failed tests print no private values.
    var shownProperties: KeyValuePairs<String, Any> {
        ["method": head.method.rawValue, "authority": head.authority ?? ""]
    }
}

extension TransportResponse: CustomStringConvertible, PartlyReflectable {
    /// The status; header fields and body may be private.
    public var description: String { "status \(head.status.code)" }

    /// The same as the description, so that `dump` and failed tests print no private values.
    var shownProperties: KeyValuePairs<String, Any> { ["status": head.status.code] }
}

/// A response from a transport.
public struct TransportResponse: Sendable {
    /// Status and header fields.
    public var head: HTTPResponse

    /// The body.
    public var body: TransportResponseBody

    /// The redirects that led to the response, as ``RedirectPolicy`` followed them.
    var redirects = RedirectTrace()

    /// Creates a response.
    public init(_ head: HTTPResponse, body: TransportResponseBody) {
        self.head = head
        self.body = body
    }
}

/// The body of a response: complete, or arriving in chunks.
public enum TransportResponseBody: Sendable {
    /// All bytes.
    case bytes([UInt8])

    /// Chunks as they arrive.
    case chunks(BodyChunks)

    /// Reads all bytes.
    ///
    /// - Parameter limit: Longest body in bytes.
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
                do {
                    return try await transform(chunk)
                } catch {
                    throw ChunkTransformError(cause: error)
                }
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
        } catch let error as ChunkTransformError {
            throw error.transportError
        } catch is CancellationError {
            throw .cancelled
        } catch {
            throw TransportError(.connection, "The response ended early.", underlying: "\(type(of: error))")
        }
        return bytes
    }
}
