#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
public import HTTPTypes

/// The metadata of a request, without its parameters and its body.
public struct ServerRequest: Sendable {
    /// The operation ID in the specification.
    public let operation: String

    /// The method.
    public let method: HTTPRequest.Method

    /// The percent-encoded path of the request, without the query.
    public let path: String

    /// The header fields as received.
    public let headers: HTTPFields

    /// The address of the server in the request, without path and trailing slash, such as `http://127.0.0.1:8080`.
    ///
    /// The scheme is `https` if the header field `X-Forwarded-Proto` has that value, and `http` if not.
    public let baseURL: String

    /// The media types of the response bodies for the failures that the operation documents.
    public internal(set) var failures: FailureMedia

    /// The accepted credentials, in the order of the specification; none for an operation without credentials or with
    /// ``ServerSecurity/unchecked``.
    public internal(set) var credentials: [AcceptedCredential]

    /// Creates a request, for tests of services.
    public init(
        operation: String,
        method: HTTPRequest.Method = .get,
        path: String = "/",
        headers: HTTPFields = [:],
        baseURL: String = "http://127.0.0.1",
        failures: FailureMedia = "application/json",
        credentials: [AcceptedCredential] = []
    ) {
        self.operation = operation
        self.method = method
        self.path = path
        self.headers = headers
        self.baseURL = baseURL
        self.failures = failures
        self.credentials = credentials
    }

    /// Returns the first principal of a type that the check of credentials returned; `nil` if there is none.
    public func principal<Principal>(_ type: Principal.Type = Principal.self) -> Principal? {
        credentials.lazy.compactMap { $0.principal as? Principal }.first
    }

    /// The bearer token; `nil` if there is none.
    public var bearer: String? { credential("bearer") }

    /// The user name and password of basic authentication; `nil` if there are none.
    public var basic: (user: String, password: String)? {
        guard let encoded = credential("basic"), let data = Data(base64Encoded: encoded) else { return nil }
        let parts = String(decoding: data, as: UTF8.self).split(
            separator: ":",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
    }

    /// Returns the value of a header field, or `nil` if it is absent.
    ///
    /// The letter case of the name is ignored.
    public func header(_ name: String) -> String? {
        HTTPField.Name(name).flatMap { headers[$0] }
    }

    private func credential(_ scheme: String) -> String? {
        guard let parts = headers[.authorization]?.split(separator: " ", maxSplits: 1), parts.count == 2 else {
            return nil
        }
        return parts[0].lowercased() == scheme ? String(parts[1].drop { $0 == " " }) : nil
    }
}

extension ServerRequest: CustomStringConvertible, CustomReflectable {
    /// The operation and the method; the path, the header fields and the credentials may be private.
    public var description: String { "\(operation): \(method.rawValue)" }

    /// The same as the description, so that `dump` and failed tests print no private values.
    public var customMirror: Mirror {
        Mirror(self, children: ["operation": operation, "method": method.rawValue])
    }
}
