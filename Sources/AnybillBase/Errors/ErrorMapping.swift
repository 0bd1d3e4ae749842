import APIRuntime
import APIStorage
import AnybillAPI
import FileSupport

/// The mapping from internal errors to the errors of this module.
enum ErrorMapping {
    /// Returns the error for any failure; an ``AnybillError`` is returned unchanged.
    static func error(for error: any Error) -> any AnybillError {
        switch error {
        case let error as any AnybillError: error
        case let error as DeleteReceiptBatchError: deletion(error)
        case let error as any OperationError: operation(error)
        case let error as AuthenticationError: authentication(error)
        case let error as TransportError: transport(error)
        case is CancellationError: cancelled
        case is StorageError, is FileFailure:
            AnybillDefaultError(type: .unknown, code: 0, title: "The local store failed.")
        default: AnybillDefaultError(type: .unknown, code: 0, title: "The call failed: \(Swift.type(of: error)).")
        }
    }

    /// The error for a call without a logged-in user.
    static var noUser: AnybillDefaultError {
        AnybillDefaultError(type: .noUserError, code: 401, title: "No user is logged in.")
    }

    /// The error for a call whose user has been replaced by another login.
    static var otherUser: AnybillDefaultError {
        AnybillDefaultError(type: .noUserError, code: 401, title: "The user of the call is no longer logged in.")
    }

    /// Returns the error for calls during which the identity service ended the session.
    static func rejected(status: Int) -> AnybillDefaultError {
        AnybillDefaultError(type: .invalidRefreshTokenError, code: status, title: "The session could not be renewed.")
    }

    /// The error for a cancelled call.
    static var cancelled: AnybillDefaultError {
        AnybillDefaultError(type: .unknown, code: 0, title: "The call was cancelled.")
    }

    /// Returns the error for arguments that the server would reject.
    static func invalid(_ name: String, _ message: String) -> AnybillDefaultError {
        let title = "One or more arguments are not valid."
        return AnybillDefaultError(type: .genericError, code: 400, title: title, errors: [name: [message]])
    }

    private static func deletion(_ error: DeleteReceiptBatchError) -> any AnybillError {
        guard case .badRequest(let problem) = error, let failed = problem.failedReceipts, !failed.isEmpty else {
            return operation(error)
        }
        return DeleteReceiptsError(
            failedReceipts: failed,
            code: error.status ?? 400,
            title: problem.title,
            traceId: problem.traceId
        )
    }

    private static func operation(_ error: any OperationError) -> AnybillDefaultError {
        switch error.failure {
        case .undocumented(let response):
            // A body that is not JSON must still result in an error with the status.
            AnybillDefaultError(try? response.json(ProblemDetails.self), status: response.status)
        case .transport(let error): transport(error)
        case .decoding(let failure):
            AnybillDefaultError(type: .unknown, code: failure.status ?? 200, title: "The response could not be read.")
        case .cancelled: cancelled
        case .unauthenticated(let error): authentication(error)
        case nil: AnybillDefaultError(problem(of: error), status: error.status)
        }
    }

    /// The documented refusal; `nil` for a failure without a body.
    private static func problem(of error: any OperationError) -> ProblemDetails? {
        if case .badRequest(let refusal)? = error as? RequestTokenError {
            return ProblemDetails(title: refusal.errorDescription ?? refusal.error)
        }
        return error.problem.flatMap { try? JSONValue($0).decode() }
    }

    private static func transport(_ error: TransportError) -> AnybillDefaultError {
        switch error.code {
        case .cancelled: cancelled
        case .invalidRequest: AnybillDefaultError(type: .genericError, code: 400, title: error.message)
        case .unreachable, .connection, .malformedResponse, .timedOut, .tls:
            AnybillDefaultError(type: .networkError, code: 0, title: error.message)
        default: AnybillDefaultError(type: .unknown, code: 0, title: error.message)
        }
    }

    private static func authentication(_ error: AuthenticationError) -> AnybillDefaultError {
        switch error.code {
        case .signedOut, .sessionEnded, .missing: noUser
        case .rejected:
            AnybillDefaultError(type: .invalidRefreshTokenError, code: error.status ?? 401, title: error.message)
        case .tooManyRefreshes: AnybillDefaultError(type: .genericError, code: 401, title: error.message)
        case .unreachable: unreachable(error)
        case .cancelled: cancelled
        default: AnybillDefaultError(type: .unknown, code: 0, title: error.message)
        }
    }

    /// Returns the error for a session that could not be renewed at the moment; the user stays logged in.
    private static func unreachable(_ error: AuthenticationError) -> AnybillDefaultError {
        guard let status = error.status else {
            return AnybillDefaultError(type: .networkError, code: 0, title: error.message)
        }
        return AnybillDefaultError(type: .refusal(status: status), code: status, title: error.message)
    }
}
