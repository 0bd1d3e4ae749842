public import Foundation

extension SensibillAPIClient {
    /// The status of a response.
    public enum APIError: Error, Hashable, Sendable {
        /// Status 200, or another success.
        case success
        /// Status 400: the request is invalid.
        case badRequest
        /// Status 401: the request has no valid token.
        case unauthorized
        /// Status 403: the token is valid but does not permit the operation.
        case forbidden
        /// Status 404: the resource does not exist or belongs to another user.
        case notFound
        /// Status 409: the request conflicts with the current state of the resource.
        case conflict
        /// Status 500: the service failed.
        case internalServerError
        /// Any other status.
        case externalError(Int)

        /// Creates the error for a status.
        public init(status: Int) {
            self =
                switch status {
                case 200: .success
                case 400: .badRequest
                case 401: .unauthorized
                case 403: .forbidden
                case 404: .notFound
                case 409: .conflict
                case 500: .internalServerError
                default: .externalError(status)
                }
        }

        /// The HTTP status code.
        public var status: Int {
            switch self {
            case .success: 200
            case .badRequest: 400
            case .unauthorized: 401
            case .forbidden: 403
            case .notFound: 404
            case .conflict: 409
            case .internalServerError: 500
            case .externalError(let status): status
            }
        }

        /// Whether the same request may succeed later or with a new token.
        public var canRetry: Bool {
            switch self {
            case .unauthorized, .internalServerError: true
            case .externalError(let status): status == 408 || status == 429 || (500...599).contains(status)
            case .success, .badRequest, .forbidden, .notFound, .conflict: false
            }
        }
    }
}

extension SensibillAPIClient.APIError: LocalizedError {
    /// A description of the status.
    public var errorDescription: String? {
        switch self {
        case .success: "The request succeeded."
        case .badRequest: "The service rejected the request as invalid (status 400)."
        case .unauthorized: "The service did not accept the token (status 401)."
        case .forbidden: "The token does not permit this operation (status 403)."
        case .notFound: "The resource does not exist or belongs to another user (status 404)."
        case .conflict: "The request conflicts with the current state of the resource (status 409)."
        case .internalServerError: "The service failed (status 500)."
        case .externalError(let status): "The service responded with status \(status)."
        }
    }
}
