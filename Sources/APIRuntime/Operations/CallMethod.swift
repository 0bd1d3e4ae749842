package import HTTPTypes

/// An HTTP method that an OpenAPI document can use.
public enum CallMethod: Hashable, Sendable {
    case get, put, post, delete, options, head, patch, trace

    /// A safe request with a body, as in OpenAPI 3.2.
    case query

    /// Any other method; the name is a token of HTTP, and its letter case matters.
    case custom(String)

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
        case .query: .safeQuery
        case .custom(let name): Self.method(name)
        }
    }

    private static func method(_ name: String) -> HTTPRequest.Method {
        guard let method = HTTPRequest.Method(rawValue: name) else {
            preconditionFailure("'\(name)' is not the name of an HTTP method.")
        }
        return method
    }
}

extension HTTPRequest.Method {
    /// The method QUERY.
    package static var safeQuery: HTTPRequest.Method {
        guard let method = HTTPRequest.Method(rawValue: "QUERY") else {
            preconditionFailure("QUERY is a token of HTTP.")
        }
        return method
    }
}
