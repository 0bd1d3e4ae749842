public import APIRuntime
public import HTTPTypes
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A request received by a test transport, with its complete body.
public struct RecordedRequest: Sendable {
    /// The method, scheme, authority, path with query, and header fields.
    public let head: HTTPRequest

    /// The body; empty if the request had none.
    public let body: [UInt8]

    /// The timeout of the request; `nil` for none.
    public let timeout: Duration?

    /// Creates a record of a request, reading its body to the end.
    ///
    /// - Throws: `TransportError` with the code `body` if the body cannot be read.
    public init(_ request: TransportRequest) async throws(TransportError) {
        do {
            var bytes: [UInt8] = []
            if let body = request.body {
                for try await chunk in body.chunks() { bytes += chunk }
            }
            self.init(request, body: bytes)
        } catch let error as TransportError where error.code == .body {
            throw error
        } catch {
            throw TransportError(.body, "The body could not be read.", underlying: "\(error)")
        }
    }

    init(_ request: TransportRequest, body: [UInt8]) {
        self.init(head: request.head, body: body, timeout: request.timeout)
    }

    /// Creates a copy of a record with another body.
    init(_ request: RecordedRequest, body: [UInt8]) {
        self.init(head: request.head, body: body, timeout: request.timeout)
    }

    private init(head: HTTPRequest, body: [UInt8], timeout: Duration?) {
        self.head = head
        self.body = body
        self.timeout = timeout
    }

    /// The method and the path with query, for example `GET /notes?limit=2`.
    public var line: String { "\(head.method.rawValue) \(head.path ?? "/")" }

    /// The percent-encoded path without the query.
    public var path: String { String(head.path?.prefix { $0 != "?" } ?? "/") }

    /// The percent-encoded query as sent, without `?`; `nil` if there is none.
    public var query: String? {
        guard let path = head.path, let mark = path.firstIndex(of: "?") else { return nil }
        return String(path[path.index(after: mark)...])
    }

    /// The header fields.
    public var headers: HTTPFields { head.headerFields }

    /// Returns the value of a header field, or `nil` if it was not sent.
    public func header(_ name: String) -> String? {
        HTTPField.Name(name).flatMap { head.headerFields[$0] }
    }

    /// The body as a UTF-8 string.
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// Decodes the body as JSON.
    ///
    /// - Throws: `DecodingFailure` if the body is not valid JSON or does not match the type.
    public func json<T: JSONCodable>(_ type: T.Type = T.self) throws(DecodingFailure) -> T {
        try JSONCoding.decode(T.self, from: body)
    }
}
