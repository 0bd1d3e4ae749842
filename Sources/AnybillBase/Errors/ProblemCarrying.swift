import AnybillAPI

/// A generated error that may contain the server's problem details.
protocol ProblemCarrying {
    /// The body of a documented error response; `nil` for any other failure.
    var problem: ProblemDetails? { get }
}

// One conformance for each set of documented errors; operations with the same set share it.

extension ListReceiptsError: ProblemCarrying {
    var problem: ProblemDetails? {
        switch self {
        case .badRequest(let problem), .unauthorized(let problem), .forbidden(let problem),
            .tooManyRequests(let problem), .internalServerError(let problem):
            problem
        default: nil
        }
    }
}

extension GetReceiptError: ProblemCarrying {
    var problem: ProblemDetails? {
        switch self {
        case .badRequest(let problem), .unauthorized(let problem), .forbidden(let problem), .notFound(let problem),
            .tooManyRequests(let problem), .internalServerError(let problem):
            problem
        default: nil
        }
    }
}

extension GetContentAreaError: ProblemCarrying {
    var problem: ProblemDetails? {
        switch self {
        case .unauthorized(let problem), .forbidden(let problem), .notFound(let problem),
            .tooManyRequests(let problem), .internalServerError(let problem):
            problem
        default: nil
        }
    }
}

extension GetCurrentUserError: ProblemCarrying {
    var problem: ProblemDetails? {
        switch self {
        case .unauthorized(let problem), .forbidden(let problem), .tooManyRequests(let problem),
            .internalServerError(let problem):
            problem
        default: nil
        }
    }
}

extension CreateUserError: ProblemCarrying {
    var problem: ProblemDetails? {
        switch self {
        case .badRequest(let problem), .unauthorized(let problem), .forbidden(let problem), .conflict(let problem),
            .tooManyRequests(let problem), .internalServerError(let problem):
            problem
        default: nil
        }
    }
}

extension AttachReceiptError: ProblemCarrying {
    var problem: ProblemDetails? {
        switch self {
        case .badRequest(let problem), .unauthorized(let problem), .forbidden(let problem), .notFound(let problem),
            .conflict(let problem), .tooManyRequests(let problem), .internalServerError(let problem):
            problem
        default: nil
        }
    }
}

extension RequestTokenError: ProblemCarrying {
    var problem: ProblemDetails? {
        guard case .badRequest(let refusal) = self else { return nil }
        return ProblemDetails(title: refusal.errorDescription ?? refusal.error)
    }
}

extension AnybillAPI.DeleteReceiptsError: ProblemCarrying {
    var problem: ProblemDetails? {
        switch self {
        case .badRequest(let problem):
            ProblemDetails(
                title: problem.title,
                status: problem.status,
                traceId: problem.traceId,
                errors: problem.errors
            )
        case .unauthorized(let problem), .forbidden(let problem), .tooManyRequests(let problem),
            .internalServerError(let problem):
            problem
        default: nil
        }
    }

    /// The ids that could not be deleted; `nil` if the whole batch was rejected.
    var failedReceipts: [String]? {
        guard case .badRequest(let problem) = self, let failed = problem.failedReceipts, !failed.isEmpty else {
            return nil
        }
        return failed
    }
}
