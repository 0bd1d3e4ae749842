import APIRuntime
import Foundation
import HTTPTypes
import URLSessionTransport

/// A plain call to a control path of the sandbox.
enum ControlCall {
    /// Sends a call; fails unless the status is a success.
    static func send(_ method: String, _ url: URL, _ body: JSONValue?) async throws -> JSONValue {
        guard let method = HTTPRequest.Method(method) else { throw Missing(what: method) }
        var head = HTTPRequest(
            method: method,
            scheme: url.scheme,
            authority: "\(url.host ?? ""):\(url.port ?? 80)",
            path: url.path
        )
        head.headerFields[.contentType] = "application/json"
        let request = TransportRequest(
            head,
            body: body.map { .bytes(JSONCoding.encode($0)) },
            timeout: .seconds(10),
            maximumBytes: 1 << 20
        )
        let response = try await URLSessionTransport.shared.send(request)
        let bytes = try await response.body.collect(upTo: 1 << 20)
        guard response.head.status.kind == .successful else {
            throw Missing(what: "\(url.path): \(response.head.status)")
        }
        return bytes.isEmpty ? .null : try JSONCoding.decode(JSONValue.self, from: bytes)
    }
}
