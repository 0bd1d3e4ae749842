import AnybillAPI
import APIServer

/// Writes error bodies as Anybill's servers do: problem details with a trace id.
struct AnybillProblems: Sendable {
    private let identifiers: IdentifierSource

    init(identifiers: IdentifierSource) {
        self.identifiers = identifiers
    }

    /// Something in the request is not allowed; messages by the name of the parameter or member.
    func invalid(_ errors: [String: [String]]) -> ProblemDetails {
        problem(400, "One or more validation errors occurred.", errors: errors)
    }

    /// A parameter or the body is missing, or no value of its type.
    func invalid(_ input: UnreadableInput) -> ProblemDetails {
        guard input.place != .body else {
            return invalid(["$": ["The body could not be read as JSON of the right shape."]])
        }
        let message =
            input.reason == .missing ? "The field \(input.name) is required." : "The field \(input.name) is not valid."
        return invalid([input.name: [message]])
    }

    /// The token is missing, unknown or expired.
    func unauthorized() -> ProblemDetails { problem(401, "Unauthorized") }

    /// The token does not allow this.
    func forbidden() -> ProblemDetails { problem(403, "Forbidden") }

    /// There is no such thing, or it is somebody else's.
    func notFound() -> ProblemDetails { problem(404, "Not Found") }

    /// It exists already.
    func conflict(_ detail: String) -> ProblemDetails { problem(409, "Conflict", detail: detail) }

    /// A body for any status.
    func other(_ status: Int) -> ProblemDetails { problem(status, status < 500 ? "Refused" : "Server Error") }

    /// A batch could not be deleted at all.
    func invalidBatch(_ errors: [String: [String]]) -> DeleteReceiptsProblem {
        let problem = invalid(errors)
        return DeleteReceiptsProblem(
            type: problem.type,
            title: problem.title,
            status: problem.status,
            traceId: problem.traceId,
            errors: problem.errors
        )
    }

    /// Some receipts of a batch could not be deleted.
    func failedReceipts(_ ids: [String]) -> DeleteReceiptsProblem {
        DeleteReceiptsProblem(
            type: "DeleteReceiptsError",
            title: "Some receipts could not be deleted.",
            status: 400,
            traceId: traceID(),
            failedReceipts: ids
        )
    }

    private func problem(
        _ status: Int,
        _ title: String,
        detail: String? = nil,
        errors: [String: [String]]? = nil
    ) -> ProblemDetails {
        ProblemDetails(
            type: Self.sections[status].map { "https://tools.ietf.org/html/rfc9110#section-\($0)" } ?? "about:blank",
            title: title,
            status: status,
            detail: detail,
            traceId: traceID(),
            errors: errors
        )
    }

    /// A trace context header's value (W3C), which is what the servers use as trace id.
    private func traceID() -> String { "00-\(identifiers.hex(32))-\(identifiers.hex(16))-00" }

    /// Sections of RFC 9110 by status.
    private static let sections = [
        400: "15.5.1", 401: "15.5.2", 403: "15.5.4", 404: "15.5.5", 409: "15.5.10", 500: "15.6.1", 503: "15.6.4",
    ]
}
