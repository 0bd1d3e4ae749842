import APIRuntime
import HTTPTypes
import SensibillAPI

/// A refusal before it is converted to the error of an operation.
///
/// Rules throw it because the same rule applies to operations with different errors.
struct SensibillRefusal: Error {
    let status: Int
    let name: ErrorName
    let message: String
    var code: String?

    /// Returns the refusal of an invalid value, or of an action that is not possible in the current state.
    static func badRequest(_ message: String, _ name: ErrorName = .invalidParametersError) -> SensibillRefusal {
        SensibillRefusal(status: 400, name: name, message: message)
    }

    /// Returns the refusal of a request without a valid credential.
    static func unauthorized(_ message: String, _ name: ErrorName = .authorizationError) -> SensibillRefusal {
        SensibillRefusal(status: 401, name: name, message: message, code: "cannot_authenticate")
    }

    /// Returns the refusal of a valid credential of the wrong kind.
    static func forbidden(_ message: String) -> SensibillRefusal {
        SensibillRefusal(status: 403, name: .accessError, message: message)
    }

    /// Returns the refusal for a resource that this user does not have.
    static func notFound(_ message: String) -> SensibillRefusal {
        SensibillRefusal(status: 404, name: .objectNotFoundError, message: message)
    }

    /// Returns the refusal of an action that conflicts with the current state.
    static func conflict(_ message: String) -> SensibillRefusal {
        SensibillRefusal(status: 409, name: .validationFailedError, message: message)
    }

    /// Returns the usual error name for a status.
    static func name(ofStatus status: Int) -> ErrorName {
        switch status {
        case 401: .authorizationError
        case 403: .accessError
        case 404: .objectNotFoundError
        case 400..<500: .badRequestError
        default: .genericInternalError
        }
    }

    /// Returns the body of the response.
    func body(correlationID: String) -> ErrorResponse {
        ErrorResponse(
            name: name,
            correlationID: correlationID,
            message: message,
            extras: code.map { ErrorExtras(code: $0) }
        )
    }

    /// Returns the refusal as the error of an operation.
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
