public import HTTPTypes

/// Operations of one tag, sent by one ``OperationSender``.
public protocol OperationGroup: Sendable {
    /// What sends the calls.
    var sender: OperationSender { get }

    /// Creates the group over a sender.
    init(sender: OperationSender)
}

extension OperationGroup {
    /// Calls an operation and returns its status and header fields beside its body.
    ///
    /// ```swift
    /// let response = try await client.receipts.withResponse { try await $0.get(receiptId: "r-1") }
    /// print(response.status, response.body.data.fullAmountInclVat)
    /// ```
    ///
    /// Swift does not infer what a closure throws. Where the operation's failures are to be caught one by one, say it:
    /// `{ (receipts) async throws(GetReceiptError) in try await receipts.get(receiptId: "r-1") }`.
    ///
    /// - Parameter call: Calls one operation of the group it is given. With several, the last response's status and
    ///   header fields are returned.
    /// - Returns: The operation's result with the head of its response.
    /// - Throws: What `call` throws.
    public func withResponse<Body, Failure: Error>(
        _ call: (Self) async throws(Failure) -> Body
    ) async throws(Failure) -> APIResponse<Body> {
        let recorder = ResponseRecorder()
        let body = try await call(Self(sender: sender.recording(in: recorder)))
        let head = recorder.head
        return APIResponse(status: head?.status ?? 0, headers: head?.headers ?? [:], body: body)
    }

    /// Calls an operation and returns its success or its failure, with the status and header fields of the response.
    ///
    /// So the header fields of a documented failure can be read:
    ///
    /// ```swift
    /// let response = await client.receipts.withResult { try await $0.get(receiptId: "r-1") }
    /// if response.status == 429 { print(try response.header(AnybillHeaders.retryAfter) ?? "later") }
    /// let receipt = try response.body.get()
    /// ```
    ///
    /// - Parameter call: Calls one operation of the group it is given. With several, the last response's status and
    ///   header fields are returned.
    /// - Returns: What `call` returns or throws, with the head of the response, whose status is 0 where none came.
    public func withResult<Body, Failure: Error>(
        _ call: (Self) async throws(Failure) -> Body
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
    /// Status code, from 200 to 299 unless the body is the result of a call that may have failed; 0 when no response came.
    public let status: Int

    /// Header fields as received, or as stored when the response came from the cache.
    public let headers: HTTPFields

    /// The decoded body.
    public let body: Body

    /// Creates a response.
    public init(status: Int, headers: HTTPFields, body: Body) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

extension APIResponse: Sendable where Body: Sendable {}

/// Keeps the head of the last response that a sender received.
final class ResponseRecorder: Sendable {
    private let last = LockedState<(status: Int, headers: HTTPFields)?>(nil)

    /// The last response's head; `nil` before the first one.
    var head: (status: Int, headers: HTTPFields)? { last.withLock { $0 } }

    /// Notes a response.
    func record(_ response: RawResponse) {
        last.withLock { $0 = (response.status, response.headers) }
    }
}
