public import HTTPTypes

/// Operations of one tag, sent by one ``Sender``.
public protocol OperationGroup: Sendable {
    /// What sends the calls.
    var sender: Sender { get }

    /// Creates the group over a sender.
    init(sender: Sender)
}

extension OperationGroup {
    /// Calls an operation and returns its status and header fields beside its body.
    ///
    /// ```swift
    /// let answer = try await client.receipts.withAnswer { try await $0.get(receiptId: "r-1") }
    /// print(answer.status, answer.body.data.fullAmountInclVat)
    /// ```
    ///
    /// Swift does not infer what a closure throws. Where the operation's failures are to be caught one by one, say it:
    /// `{ (receipts) async throws(GetReceiptError) in try await receipts.get(receiptId: "r-1") }`.
    ///
    /// - Parameter call: Calls one operation of the group it is given. With several, the last answer's status and
    ///   header fields are returned.
    /// - Returns: The operation's result with the head of its answer.
    /// - Throws: What `call` throws.
    public func withAnswer<Body, Failure: Error>(
        _ call: (Self) async throws(Failure) -> Body
    ) async throws(Failure) -> Answer<Body> {
        let recorder = AnswerRecorder()
        let body = try await call(Self(sender: sender.recording(in: recorder)))
        let head = recorder.head
        return Answer(status: head?.status ?? 0, headers: head?.headers ?? [:], body: body)
    }

    /// Calls an operation and returns its success or its failure, with the status and header fields of the answer.
    ///
    /// So the header fields of a documented failure can be read:
    ///
    /// ```swift
    /// let answer = await client.receipts.withResult { try await $0.get(receiptId: "r-1") }
    /// if answer.status == 429 { print(try answer.header(AnybillHeaders.retryAfter) ?? "later") }
    /// let receipt = try answer.body.get()
    /// ```
    ///
    /// - Parameter call: Calls one operation of the group it is given. With several, the last answer's status and
    ///   header fields are returned.
    /// - Returns: What `call` returns or throws, with the head of the answer, whose status is 0 where none came.
    public func withResult<Body, Failure: Error>(
        _ call: (Self) async throws(Failure) -> Body
    ) async -> Answer<Result<Body, Failure>> {
        let recorder = AnswerRecorder()
        let group = Self(sender: sender.recording(in: recorder))
        let result: Result<Body, Failure>
        do throws(Failure) {
            result = .success(try await call(group))
        } catch {
            result = .failure(error)
        }
        let head = recorder.head
        return Answer(status: head?.status ?? 0, headers: head?.headers ?? [:], body: result)
    }
}

/// A decoded answer with its status and header fields.
public struct Answer<Body> {
    /// Status code, from 200 to 299 unless the body is the result of a call that may have failed; 0 when no answer came.
    public let status: Int

    /// Header fields as received, or as stored when the answer came from the cache.
    public let headers: HTTPFields

    /// The decoded body.
    public let body: Body

    /// Creates an answer.
    public init(status: Int, headers: HTTPFields, body: Body) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

extension Answer: Sendable where Body: Sendable {}

/// Keeps the head of the last answer that a sender received.
final class AnswerRecorder: Sendable {
    private let last = Lock<(status: Int, headers: HTTPFields)?>(nil)

    /// The last answer's head; `nil` before the first one.
    var head: (status: Int, headers: HTTPFields)? { last.withLock { $0 } }

    /// Notes an answer.
    func record(_ answer: ReceivedAnswer) {
        last.withLock { $0 = (answer.status, answer.headers) }
    }
}
