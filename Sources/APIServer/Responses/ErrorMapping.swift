import APIRuntime

/// A closure that maps an error to a response: an operation's error, an ``UnreadableInput`` or any other error.
///
/// If it returns `nil`, the server sends the default response: the documented status and body for an operation's error,
/// 400 for a request that cannot be read, 413 for a body that is too long, 415 for one with another media type, 401 or 403 for an ``UnauthorizedRequest``, or
/// 500 without a body for any other error.
public typealias ErrorMapping = @Sendable (any Error, ServerRequest) -> RawServerResponse?

extension RawServerResponse {
    /// Creates the default response to an error; see ``ErrorMapping``.
    public init(describing error: any Error, for request: ServerRequest) {
        switch error {
        case let response as RawServerResponse: self = response
        case let error as any OperationError: self.init(error, to: request)
        case let error as UnauthorizedRequest:
            let title = error.status == 403 ? "Forbidden" : "Unauthorized"
            self = .problem(error.status, title, error.description)
        case let input as UnreadableInput: self = .problem(input)
        case is DecodingFailure: self = .problem(400, "Bad Request", "The request could not be read.")
        default: self = .empty(500)
        }
    }

    /// Returns a problem details response (RFC 9457) that names each location in the request, without values.
    private static func problem(_ input: UnreadableInput) -> RawServerResponse {
        let errors = input.details.map { detail -> JSONValue in
            ["in": .string(input.location.rawValue), "path": .string(detail.path), "detail": .string(detail.reason)]
        }
        return problem(input.status, title(of: input.status), input.description, ["errors": .array(errors)])
    }

    /// Returns a problem details response (RFC 9457).
    static func problem(
        _ status: Int,
        _ title: String,
        _ detail: String,
        _ more: JSONObject = [:]
    ) -> RawServerResponse {
        let body: JSONObject = [
            "title": .string(title), "status": .number(JSONNumber(status)), "detail": .string(detail),
        ]
        return .json(JSONValue.object(JSONObject(body.members + more.members)), status, "application/problem+json")
    }

    /// Returns a problem details response whose title is that of the status.
    static func problem(_ status: Int, _ detail: String) -> RawServerResponse {
        problem(status, title(of: status), detail)
    }

    private static func title(of status: Int) -> String {
        switch status {
        case 406: "Not Acceptable"
        case 413: "Content Too Large"
        case 415: "Unsupported Media Type"
        default: "Bad Request"
        }
    }
}
