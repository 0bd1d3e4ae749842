public import HTTPTypes

/// The response of an operation: the documented body, and the status and header fields that remain open.
///
/// ```swift
/// func get(noteId: UUID, request: ServerRequest) async throws -> ServerResponse<Note> {
///     guard let note = notes[noteId] else { throw GetNoteError.notFound(Problem(title: "No such note")) }
///     return ServerResponse(note, headers: [.eTag: note.tag])
/// }
/// ```
public struct ServerResponse<Body: Sendable>: Sendable {
    /// Status, 200 to 599; `nil` for the documented one.
    public var status: Int?

    /// Header fields other than the content's type and length; a `Content-Type` here replaces the documented one.
    public var headers: HTTPFields

    /// The value of the body.
    public var body: Body

    /// Creates a reply.
    public init(_ body: Body, status: Int? = nil, headers: HTTPFields = [:]) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

extension ServerResponse<Void> {
    /// A reply without a body.
    public static func empty(_ status: Int? = nil, headers: HTTPFields = [:]) -> ServerResponse {
        ServerResponse((), status: status, headers: headers)
    }
}
