public import APIRuntime
public import HTTPTypes
import Foundation

/// A request that a test transport was given, with its whole body.
public struct RecordedRequest: Sendable {
    /// Method, scheme, authority, path with query, and header fields.
    public let head: HTTPRequest

    /// The body; empty when there was none.
    public let body: [UInt8]

    /// Time that the transport was given; `nil` for no bound.
    public let timeout: Duration?

    /// Reads a request, its body to the end.
    public init(_ request: TransportRequest) async throws(TransportError) {
        head = request.head
        timeout = request.timeout
        do {
            var bytes: [UInt8] = []
            if let body = request.body {
                for try await chunk in body.chunks() { bytes += chunk }
            }
            body = bytes
        } catch {
            throw TransportError(.body, "The body could not be read.", underlying: "\(error)")
        }
    }

    /// Method and path with query, for example `GET /notes?limit=2`.
    public var line: String { "\(head.method.rawValue) \(head.path ?? "/")" }

    /// Path without its query, encoded.
    public var path: String { String(head.path?.prefix { $0 != "?" } ?? "/") }

    /// Query as it was sent, encoded, without `?`; `nil` when there is none.
    public var query: String? {
        guard let path = head.path, let mark = path.firstIndex(of: "?") else { return nil }
        return String(path[path.index(after: mark)...])
    }

    /// Header fields.
    public var headers: HTTPFields { head.headerFields }

    /// Value of a header field; `nil` when it was not sent.
    public func header(_ name: String) -> String? {
        HTTPField.Name(name).flatMap { head.headerFields[$0] }
    }

    /// The body as text.
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// Reads the body as JSON.
    public func json<T: JSONCodable>(_ type: T.Type = T.self) throws(DecodingFailure) -> T {
        try JSONCoding.decode(T.self, from: body)
    }
}
