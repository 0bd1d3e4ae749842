import AnybillAPI
import APIRuntime
import HTTPTypes

/// Turns errors of operations into replies as Anybill writes them.
struct AnybillErrors: Sendable {
    let problems: AnybillProblems

    /// The reply for an error; `nil` leaves it to the sandbox's default.
    @Sendable
    func reply(_ error: any Error, _ request: SandboxRequest) -> RawReply? {
        switch error {
        case let error as RequestTokenError:
            return RawReply(error, contentType: "application/json; charset=utf-8")
        case let error as any OperationError:
            return RawReply(error, contentType: Self.mediaType, headers: error.status == 401 ? challenge(request) : [:])
        case let failure as InjectedFailure:
            return problem(problems.other(failure.status), failure.status, failure.headers)
        case is DecodingFailure:
            return problem(problems.invalid(["$": ["The body could not be read as JSON of the right shape."]]), 400)
        default:
            return nil
        }
    }

    private static let mediaType = "application/problem+json; charset=utf-8"

    private func problem(_ body: ProblemDetails, _ status: Int, _ headers: HTTPFields = [:]) -> RawReply {
        RawReply(status: status, headers: headers, contentType: Self.mediaType, bytes: JSON.encode(body))
    }

    private func challenge(_ request: SandboxRequest) -> HTTPFields {
        [.wwwAuthenticate: request.bearer == nil ? "Bearer" : "Bearer error=\"invalid_token\""]
    }
}
