public import APIRuntime
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import HTTPTypes

/// The result of an operation: the value of its documented response, and an optional status and header fields.
///
/// ```swift
/// func get(noteId: UUID, request: ServerRequest) async throws -> ServerResponse<Note> {
///     guard let note = notes[noteId] else { throw GetNoteError.notFound(Problem(title: "No such note")) }
///     return ServerResponse(note, headers: [.eTag: note.tag])
/// }
/// ```
public struct ServerResponse<Body: Sendable>: Sendable {
    /// The status, from 200 to 599; `nil` for the documented one.
    ///
    /// With 204, 205 and 304, the body is not sent.
    public var status: Int?

    /// The header fields in addition to the content type and length.
    ///
    /// A `Content-Type` here replaces the documented one. The server sets `Content-Length` and `Transfer-Encoding`.
    public var headers: HTTPFields

    /// The value of the body.
    public var body: Body

    /// The bytes to send instead of the body, produced while they are sent; `nil` sends the body.
    public var stream: APIRuntime.HTTPBody?

    /// Creates a response.
    public init(_ body: Body, status: Int? = nil, headers: HTTPFields = [:]) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

extension ServerResponse<Void> {
    /// Returns a response without a body.
    public static func empty(_ status: Int? = nil, headers: HTTPFields = [:]) -> ServerResponse {
        ServerResponse((), status: status, headers: headers)
    }
}

extension ServerResponse<Data> {
    /// Returns a response with the content of a file, or with bytes that are produced while they are sent.
    ///
    /// ```swift
    /// func download(id: Int, request: ServerRequest) async throws -> ServerResponse<Data> {
    ///     .streaming(.file(folder.appending(path: "\(id).mp4")))
    /// }
    /// ```
    public static func streaming(
        _ body: APIRuntime.HTTPBody,
        status: Int? = nil,
        headers: HTTPFields = [:]
    ) -> ServerResponse {
        var response = ServerResponse(Data(), status: status, headers: headers)
        response.stream = body
        return response
    }
}

extension ServerResponse {
    /// Returns one of several documented responses with the content of a file, or with bytes that are produced while
    /// they are sent.
    ///
    /// ```swift
    /// func getExport(request: ServerRequest) async throws -> ServerResponse<GetExportResponse> {
    ///     .streaming(.file(export), as: GetExportResponse.ok)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - body: The bytes to send.
    ///   - response: The case of the documented response, whose body is bytes.
    ///   - status: The status, from 200 to 599; `nil` for the documented one.
    ///   - headers: The header fields in addition to the content type and length.
    /// - Returns: The response.
    public static func streaming(
        _ body: APIRuntime.HTTPBody,
        as response: (Data) -> Body,
        status: Int? = nil,
        headers: HTTPFields = [:]
    ) -> ServerResponse {
        var response = ServerResponse(response(Data()), status: status, headers: headers)
        response.stream = body
        return response
    }
}

extension ServerResponse: CustomStringConvertible, CustomReflectable {
    /// The status; the header fields and the body may be private.
    public var description: String { status.map { "status \($0)" } ?? "the documented status" }

    /// A mirror of the status, so that `dump` and failed tests print neither header fields nor body.
    public var customMirror: Mirror { Mirror(self, children: ["status": status as Any]) }
}
