import APIRuntime
import HTTPTypes
import SensibillAPI

/// A refusal before it became a failure of one operation.
///
/// Rules throw it, because the same rule guards operations with different failures.
struct SensibillRefusal: Error {
    let status: Int
    let name: ErrorName
    let message: String
    var code: String?

    /// A value that is no good, or an action that is not possible now.
    static func badRequest(_ message: String, _ name: ErrorName = .invalidParametersError) -> SensibillRefusal {
        SensibillRefusal(status: 400, name: name, message: message)
    }

    /// No credential, or one that is not good any more.
    static func unauthorized(_ message: String, _ name: ErrorName = .authorizationError) -> SensibillRefusal {
        SensibillRefusal(status: 401, name: name, message: message, code: "cannot_authenticate")
    }

    /// A good credential of the wrong kind.
    static func forbidden(_ message: String) -> SensibillRefusal {
        SensibillRefusal(status: 403, name: .accessError, message: message)
    }

    /// Something that this user does not have.
    static func notFound(_ message: String) -> SensibillRefusal {
        SensibillRefusal(status: 404, name: .objectNotFoundError, message: message)
    }

    /// A state that forbids the action.
    static func conflict(_ message: String) -> SensibillRefusal {
        SensibillRefusal(status: 409, name: .validationFailedError, message: message)
    }

    /// The usual name for a status.
    static func name(ofStatus status: Int) -> ErrorName {
        switch status {
        case 401: .authorizationError
        case 403: .accessError
        case 404: .objectNotFoundError
        case 400..<500: .badRequestError
        default: .genericInternalError
        }
    }

    /// The body that is sent.
    func body(correlationID: String) -> ErrorResponse {
        ErrorResponse(
            name: name,
            correlationID: correlationID,
            message: message,
            extras: code.map { ErrorExtras(code: $0) }
        )
    }

    /// The refusal as the failure of an operation.
    ///
    /// A status that the operation does not document becomes its undocumented failure, with the same body.
    func failure<Failure: OperationError>(_ type: Failure.Type, correlationID: String) -> Failure {
        let response = RawResponse(
            status: status,
            headers: [.contentType: "application/json"],
            body: JSONCoding.encode(body(correlationID: correlationID))
        )
        if let documented = try? Failure.documented(response) { return documented }
        return Failure(.undocumented(response))
    }
}
