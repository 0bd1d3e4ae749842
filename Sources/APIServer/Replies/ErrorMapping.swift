import APIRuntime

/// Turns errors into responses: errors of operations, ``UnreadableInput``, and all others.
///
/// `nil` means the default: the documented status and body for an operation's error, 400 for unreadable input, 413 for
/// a body that is too long, and 500 without a body for all others.
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

    /// A problem of RFC 9457.
    private static func problem(_ status: Int, _ detail: String) -> RawServerResponse {
        let title = status == 413 ? "Content Too Large" : "Bad Request"
        let body: JSONValue = [
            "title": .string(title), "status": .number(JSONNumber(status)), "detail": .string(detail),
        ]
        return .json(body, status, "application/problem+json")
    }
}
