public import Foundation

extension SensibillAPIClient {
    /// The status of a response.
    public enum APIError: Error, Hashable, Sendable {
        /// Status 200, or another success.
        case success
        /// Status 400: the request is wrong.
        case badRequest
        /// Status 401: no valid token.
        case unauthorized
        /// Status 403: the token is good, but not for this.
        case forbidden
        /// Status 404: there is none, or it belongs to somebody else.
        case notFound
        /// Status 409: it contradicts what is there.
        case conflict
        /// Status 500: the service failed.
        case internalServerError
        /// Any other status.
        case externalError(Int)

        /// Creates the error of a status.
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

        /// The status.
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

        /// Whether the same request may succeed later, or with a new token.
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
    /// The status and what it means.
    public var errorDescription: String? {
        switch self {
        case .success: "The service responded with success."
        case .badRequest: "The service refused the request as wrong (status 400)."
        case .unauthorized: "The service did not accept the token (status 401)."
        case .forbidden: "The token does not allow this (status 403)."
        case .notFound: "The service has nothing of that kind for this user (status 404)."
        case .conflict: "The request contradicts what the service holds (status 409)."
        case .internalServerError: "The service failed (status 500)."
        case .externalError(let status): "The service responded with status \(status)."
        }
    }
}
