import Foundation
public import HTTPTypes

/// The parts of a request other than its parameters and its body.
public struct ServerRequest: Sendable {
    /// Id of the operation in the specification.
    public let operation: String

    /// The method.
    public let method: HTTPRequest.Method

    /// The request's path, percent-encoded, without the query.
    public let path: String

    /// Header fields as received.
    public let headers: HTTPFields

    /// Address that the request was sent to, without path and final slash, such as `http://127.0.0.1:8080`.
    ///
    /// The scheme is the one that `X-Forwarded-Proto` names, and `http` without that field.
    public let baseURL: String

    /// Media types of the bodies of the failures that the operation documents.
    public let failures: FailureMedia

    /// Creates a request, for tests of services.
    public init(
        operation: String,
        method: HTTPRequest.Method = .get,
        path: String = "/",
        headers: HTTPFields = [:],
        baseURL: String = "http://127.0.0.1",
        failures: FailureMedia = "application/json"
    ) {
        self.operation = operation
        self.method = method
        self.path = path
        self.headers = headers
        self.baseURL = baseURL
        self.failures = failures
    }

    /// The bearer token; `nil` when there is none.
    public var bearer: String? { credential("bearer") }

    /// User name and password of basic authentication; `nil` when there are none.
    public var basic: (user: String, password: String)? {
        guard let encoded = credential("basic"), let data = Data(base64Encoded: encoded) else { return nil }
        let parts = String(decoding: data, as: UTF8.self).split(
            separator: ":",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
    }

    /// Value of a header field by its name, whose letter case does not count; `nil` when absent.
    public func header(_ name: String) -> String? {
        HTTPField.Name(name).flatMap { headers[$0] }
    }

    private func credential(_ scheme: String) -> String? {
        guard let parts = headers[.authorization]?.split(separator: " ", maxSplits: 1), parts.count == 2 else {
            return nil
        }
        return parts[0].lowercased() == scheme ? String(parts[1]) : nil
    }
}
