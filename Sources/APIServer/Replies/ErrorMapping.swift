import APIRuntime

/// A closure that maps an error to a response: an operation's error, an ``UnreadableInput`` or any other error.
///
/// If it returns `nil`, the server sends the default response: the documented status and body for an operation's error,
/// 400 for a request that cannot be read, 413 for a body that is too long, or 500 without a body for any other error.
public typealias ErrorMapping = @Sendable (any Error, ServerRequest) -> RawServerResponse?

extension RawServerResponse {
    /// Creates the default response to an error; see ``ErrorMapping``.
    public init(answering error: any Error, to request: ServerRequest) {
        switch error {
        case let reply as RawServerResponse: self = reply
        case let error as any OperationError: self.init(error, to: request)
        case let input as UnreadableInput: self = .problem(input.status, input.description)
        case is DecodingFailure: self = .problem(400, "The request could not be read.")
        default: self = .empty(500)
        }
    }

    /// Returns a problem details response (RFC 9457).
    static func problem(_ status: Int, _ detail: String) -> RawServerResponse {
        let titles = [406: "Not Acceptable", 413: "Content Too Large", 415: "Unsupported Media Type"]
        let title = titles[status] ?? "Bad Request"
        let body: JSONValue = [
            "title": .string(title), "status": .number(JSONNumber(status)), "detail": .string(detail),
        ]
        return .json(body, status, "application/problem+json")
    }
}
