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
    public var status: Int?

    /// The header fields in addition to the content type and length.
    ///
    /// A `Content-Type` here replaces the documented one.
    public var headers: HTTPFields

    /// The value of the body.
    public var body: Body

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
