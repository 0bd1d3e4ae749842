package import HTTPTypes

/// An HTTP method that an OpenAPI document can use.
public enum CallMethod: Sendable {
    case get, put, post, delete, options, head, patch, trace

    /// The method as a value of swift-http-types.
    package var requestMethod: HTTPRequest.Method {
        switch self {
        case .get: .get
        case .put: .put
        case .post: .post
        case .delete: .delete
        case .options: .options
        case .head: .head
        case .patch: .patch
        case .trace: .trace
        }
    }
}
