import AnybillAPI
import APIRuntime
import APIServer
import HTTPTypes

/// Several parameters that a request requires and does not have.
struct MissingFields: Error {
    let names: [String]

    /// The messages, by the name of the parameter.
    var errors: [String: [String]] {
        Dictionary(uniqueKeysWithValues: names.map { ($0, ["The field \($0) is required."]) })
    }
}

/// A converter from errors of operations to responses in Anybill's format.
struct AnybillErrors: Sendable {
    let problems: AnybillProblems

    /// Returns the response for an error, or `nil` to use the sandbox's default.
    @Sendable
    func reply(_ error: any Error, _ request: ServerRequest) -> RawServerResponse? {
        switch error {
        case let error as any OperationError:
            RawServerResponse(error, to: request, headers: error.status == 401 ? challenge(request) : [:])
        case let failure as InjectedFailure:
            problem(problems.other(failure.status), failure.status, failure.headers)
        case let error as UnauthorizedRequest:
            problem(problems.unauthorized(), error.status, challenge(request))
        case let input as UnreadableInput where request.operation == "requestToken":
            RawServerResponse(tokenError(input), to: request)
        case let input as UnreadableInput:
            problem(problems.invalid(input), 400)
        case let missing as MissingFields:
            problem(problems.invalid(missing.errors), 400)
        default:
            nil
        }
    }

    private func problem(_ body: ProblemDetails, _ status: Int, _ headers: HTTPFields = [:]) -> RawServerResponse {
        var reply = RawServerResponse.json(body, status, "application/problem+json")
        reply.headers = headers
        return reply
    }

    /// Returns the error in the OAuth format that the identity service uses.
    private func tokenError(_ input: UnreadableInput) -> RequestTokenError {
        .badRequest(
            input.location == .query
                ? OAuthError(error: "invalid_request", errorDescription: "AADB2C90002: There is no such policy.")
                : OAuthError(error: "invalid_request", errorDescription: "A grant type is required.")
        )
    }

    private func challenge(_ request: ServerRequest) -> HTTPFields {
        [.wwwAuthenticate: request.bearer == nil ? "Bearer" : "Bearer error=\"invalid_token\""]
    }
}
