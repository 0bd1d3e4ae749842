import APIRuntime
import AnybillAPI
import APIServer

/// A factory for error bodies in the format of Anybill's servers: problem details with a trace ID.
struct AnybillProblems: Sendable {
    private let identifiers: IdentifierSource

    init(identifiers: IdentifierSource) {
        self.identifiers = identifiers
    }

    /// Returns the problem for an invalid request, with messages by the name of the parameter or property.
    func invalid(_ errors: [String: [String]]) -> ProblemDetails {
        problem(400, "One or more validation errors occurred.", errors: errors)
    }

    /// Returns the problem for a parameter or body that is missing, cannot be decoded or violates a constraint.
    func invalid(_ input: UnreadableInput) -> ProblemDetails {
        if case .invalid(let violations) = input.reason {
            let fields = Dictionary(grouping: violations) { input.location == .body ? $0.path : input.name }
            return invalid(
                Dictionary(
                    uniqueKeysWithValues: fields.map { field, violations in
                        let messages = violations.map { "The field \(field) must be \($0.rule)." }
                        return (field, Self.known[field].map { [$0] } ?? messages)
                    }
                )
            )
        }
        guard input.location != .body else {
            return invalid(["$": ["The body could not be read as JSON of the right shape."]])
        }
        let message =
            input.reason == .missing ? "The field \(input.name) is required." : "The field \(input.name) is not valid."
        return invalid([input.name: [message]])
    }

    /// Returns the problem for a missing, unknown or expired token.
    func unauthorized() -> ProblemDetails { problem(401, "Unauthorized") }

    /// Returns the problem for a token that does not permit the operation.
    func forbidden() -> ProblemDetails { problem(403, "Forbidden") }

    /// Returns the problem for a resource that does not exist or belongs to another user.
    func notFound() -> ProblemDetails { problem(404, "Not Found") }

    /// Returns the problem for a resource that already exists.
    func conflict(_ detail: String) -> ProblemDetails { problem(409, "Conflict", detail: detail) }

    /// Returns the problem for any other status.
    func other(_ status: Int) -> ProblemDetails { problem(status, status < 500 ? "Refused" : "Server Error") }

    /// Returns the problem for a batch of which nothing could be deleted.
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

    /// Returns the problem for a batch of which some receipts could not be deleted.
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

    /// Returns the value of a W3C trace context header, which the servers use as the trace ID.
    private func traceID() -> String { "00-\(identifiers.hex(32))-\(identifiers.hex(16))-00" }

    /// The messages of the real service that are known, by field.
    private static let known = ["take": "The field take must be between 1 and 100."]

    /// The sections of RFC 9110, by status.
    private static let sections = [
        400: "15.5.1", 401: "15.5.2", 403: "15.5.4", 404: "15.5.5", 409: "15.5.10", 500: "15.6.1", 503: "15.6.4",
    ]
}
