public import HTTPTypes

/// A response whose body is read while it arrives: its head, and the pieces of its body.
///
/// The connection closes when the last copy goes away, and when the reading task is cancelled. Read it once.
public struct ResponseStream: AsyncSequence, Sendable {
    /// A piece of the body, not empty.
    public typealias Element = [UInt8]

    /// Status code from 200 to 299.
    public let status: Int

    /// Header fields as received.
    public let headers: HTTPFields

    private let body: StreamedBody
    private let fail: @Sendable (TransportError) -> any Error

    /// Takes a response whose head has come.
    init(_ opened: OpenedResponse, fail: @escaping @Sendable (TransportError) -> any Error) {
        status = opened.head.status
        headers = opened.head.headers
        body = opened.body
        self.fail = fail
    }

    /// Creates an iterator; all iterators share one position.
    public func makeAsyncIterator() -> Iterator { Iterator(body: body, fail: fail) }

    /// Reads the pieces.
    public struct Iterator: AsyncIteratorProtocol {
        let body: StreamedBody
        let fail: @Sendable (TransportError) -> any Error

        /// The next piece; `nil` at the end.
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

extension ResponseStream: CustomStringConvertible, CustomReflectable {
    /// The status.
    public var description: String { "status \(status), streamed" }

    /// The status alone.
    public var customMirror: Mirror { Mirror(self, children: ["status": status]) }
}

/// A response whose head has come: complete when its status says failure, with its body on the way otherwise.
struct OpenedResponse: Sendable {
    /// Status and header fields; the whole body when the status says failure.
    let head: RawResponse

    /// The body of a success.
    let body: StreamedBody
}
