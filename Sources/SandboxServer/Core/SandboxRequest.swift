import Foundation
import HTTPTypes

/// What is known of a request beside its parameters.
struct SandboxRequest: Sendable {
    /// Id of the operation in the spec.
    let operation: String

    /// Header fields as received.
    let headers: HTTPFields

    /// Address that the request was sent to, without path and final slash, such as `http://127.0.0.1:8080`.
    let baseURL: String

    /// The request's path, percent-encoded, without the query.
    let path: String

    /// The bearer token; `nil` when there is none.
    var bearer: String? { credential("bearer") }

    /// User name and password of basic authentication; `nil` when there are none.
    var basic: (user: String, password: String)? {
        guard let encoded = credential("basic"), let data = Data(base64Encoded: encoded) else { return nil }
        let parts = String(decoding: data, as: UTF8.self).split(
            separator: ":",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
    }

    /// Value of a header field by its name; `nil` when absent.
    func header(_ name: String) -> String? {
        HTTPField.Name(name).flatMap { headers[$0] }
    }

    private func credential(_ scheme: String) -> String? {
        guard let parts = headers[.authorization]?.split(separator: " ", maxSplits: 1), parts.count == 2 else {
            return nil
        }
        return parts[0].lowercased() == scheme ? String(parts[1]) : nil
    }
}
