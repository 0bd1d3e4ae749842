package import HTTPTypes

/// A method of HTTP that an OpenAPI document can name.
public enum CallMethod: Sendable {
    case get, put, post, delete, options, head, patch, trace

    /// The method as the transport sends it.
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
