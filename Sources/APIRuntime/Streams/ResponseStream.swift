public import HTTPTypes

/// A response whose body is read in chunks while it arrives.
///
/// The connection is closed when the last copy is released or the reading task is cancelled. Read the body once.
public struct ResponseStream: AsyncSequence, Sendable {
    /// A chunk of the body, not empty.
    public typealias Element = [UInt8]

    /// Status code from 200 to 299.
    public let status: Int

    /// Header fields as received.
    public let headers: HTTPFields

    private let body: OpenedBody
    private let fail: @Sendable (CallFailure) -> any Error

    /// Creates a stream from a response whose head has arrived.
    init(_ opened: OpenedResponse, fail: @escaping @Sendable (CallFailure) -> any Error) {
        status = opened.head.status
        headers = opened.head.headers
        body = opened.body
        self.fail = fail
    }

    /// Creates a stream, for tests and for doubles of clients.
    ///
    /// - Parameters:
    ///   - status: Status code from 200 to 299.
    ///   - headers: Header fields.
    ///   - chunks: The chunks of the body; the stream throws their errors unchanged.
    public init(status: Int = 200, headers: HTTPFields = [:], chunks: BodyChunks) {
        self.status = status
        self.headers = headers
        body = OpenedBody(chunks: chunks)
        fail = { $0 }
    }

    /// Creates an iterator; all iterators share one position.
    public func makeAsyncIterator() -> Iterator { Iterator(body: body, fail: fail) }

    /// Returns the chunks in order.
    public struct Iterator: AsyncIteratorProtocol {
        let body: OpenedBody
        let fail: @Sendable (CallFailure) -> any Error

        /// Returns the next chunk; `nil` at the end.
        ///
        /// - Throws: The operation's error.
        public mutating func next() async throws -> [UInt8]? {
            do {
                return try await body.next()
            } catch {
                throw fail(error)
            }
        }
    }
}

extension ResponseStream: CustomStringConvertible, PartlyReflectable {
    /// The status.
    public var description: String { "status \(status), streamed" }

    /// The status alone.
    var shownProperties: KeyValuePairs<String, Any> { ["status": status] }
}

/// A response whose head has arrived: complete for a failure, with a body that arrives later for a success.
struct OpenedResponse: Sendable {
    /// Status and header fields; the whole body when the status reports a failure.
    let head: RawResponse

    /// The body of a success.
    let body: OpenedBody
}

/// The body of a success while it arrives.
struct OpenedBody: Sendable {
    let chunks: BodyChunks

    /// Returns the next chunk; `nil` at the end.
    ///
    /// - Throws: The reason why the body is incomplete.
    func next() async throws(CallFailure) -> [UInt8]? {
        do {
            guard !Task.isCancelled else { throw CallFailure.cancelled }
            var iterator = chunks.makeAsyncIterator()
            return try await iterator.next()
        } catch {
            throw CallFailure(bodyError: error)
        }
    }
}
