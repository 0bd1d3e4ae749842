public import HTTPTypes

/// The operations of one tag.
public protocol OperationGroup: Sendable {
    /// The sender of the calls.
    var sender: OperationSender { get }

    /// Creates a group that uses a sender.
    init(sender: OperationSender)
}

extension OperationGroup {
    /// Calls an operation and returns its status and header fields together with its body.
    ///
    /// ```swift
    /// let response = try await client.receipts.withResponse { try await $0.get(receiptId: "r-1") }
    /// print(response.status, response.body.data.fullAmountInclVat)
    /// ```
    ///
    /// Swift does not infer the error type of a closure. State it to catch the operation's failures one by one:
    /// `{ (receipts) async throws(GetReceiptError) in try await receipts.get(receiptId: "r-1") }`.
    ///
    /// - Parameter call: Calls one operation of its argument. After several operations, the status and header fields are
    ///   those of the last response.
    /// - Returns: The operation's body with the status and header fields of its response.
    /// - Throws: The error of `call`.
    public nonisolated(nonsending) func withResponse<Body, Failure: Error>(
        _ call: nonisolated(nonsending) (Self) async throws(Failure) -> Body
    ) async throws(Failure) -> APIResponse<Body> {
        let recorder = ResponseRecorder()
        let body = try await call(Self(sender: sender.recording(in: recorder)))
        let head = recorder.head
        var response = APIResponse(status: head?.status ?? 0, headers: head?.headers ?? [:], body: body)
        response.omittedElements = recorder.omitted
        return response
    }

    /// Calls an operation and returns its body or its error, with the status and header fields of the response.
    ///
    /// Use it to read the header fields of a documented failure:
    ///
    /// ```swift
    /// let response = await client.receipts.withResult { try await $0.get(receiptId: "r-1") }
    /// if response.status == 429 { print(try response.header(AnybillHeaders.retryAfter) ?? "later") }
    /// let receipt = try response.body.get()
    /// ```
    ///
    /// - Parameter call: Calls one operation of its argument. After several operations, the status and header fields are
    ///   those of the last response.
    /// - Returns: The result of `call` with the status and header fields of the response; the status is 0 without one.
    public nonisolated(nonsending) func withResult<Body, Failure: Error>(
        _ call: nonisolated(nonsending) (Self) async throws(Failure) -> Body
    ) async -> APIResponse<Result<Body, Failure>> {
        let recorder = ResponseRecorder()
        let group = Self(sender: sender.recording(in: recorder))
        let result: Result<Body, Failure>
        do throws(Failure) {
            result = .success(try await call(group))
        } catch {
            result = .failure(error)
        }
        let head = recorder.head
        return APIResponse(status: head?.status ?? 0, headers: head?.headers ?? [:], body: result)
    }
}

/// A decoded response with its status and header fields.
public struct APIResponse<Body> {
    /// Status code; from 200 to 299 unless ``body`` is a `Result`, 0 when no response arrived.
    public let status: Int

    /// Header fields as received, or as stored for a response from the cache.
    public let headers: HTTPFields

    /// The decoded body.
    public let body: Body

    /// The number of invalid elements that the list in the body omits; 0 for a body without a list that omits any.
    @_spi(Generated) public internal(set) var omittedElements = 0

    /// Creates a response.
    public init(status: Int, headers: HTTPFields, body: Body) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

extension APIResponse: Sendable where Body: Sendable {}

/// Keeps the status and header fields of the last response that a sender received.
final class ResponseRecorder: Sendable {
    private struct State {
        var head: (status: Int, headers: HTTPFields)?
        var omitted = 0
    }

    private let last = LockedState(State())

    /// Status and header fields of the last response; `nil` before the first one.
    var head: (status: Int, headers: HTTPFields)? { last.withLock { $0.head } }

    /// The number of elements that the list in the last response omits.
    var omitted: Int { last.withLock { $0.omitted } }

    /// Records a response.
    func record(_ response: RawResponse) {
        last.withLock { $0 = State(head: (response.status, response.headers)) }
    }

    /// Records the number of elements that the list in the response omits.
    func note(omitted: Int) {
        last.withLock { $0.omitted = omitted }
    }
}
