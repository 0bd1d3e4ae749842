import APIRuntime
import APIServer
import Foundation
import HTTPTypes
import NotesAPI
import NotesServer

/// A service whose responses a test chooses, and which records its inputs.
struct NotesDouble: NotesService, AccountService {
    /// The values of the query, a header field and a cookie.
    struct ListQuestion: Hashable {
        var state: [NoteState]?
        var labels: [String]?
        var ids: [Int]?
        var range: DayRange?
        var cursor: String?
        var pageSize = 20
        var traceID: String?
        var theme: String?
    }

    /// The values received last.
    final class Seen: Sendable {
        let list = LockedState<ListQuestion?>(nil)
        let body = LockedState<(any Sendable)?>(nil)
        let texts = LockedState<[String]>([])
        let request = LockedState<ServerRequest?>(nil)

        func last<Value>(_ type: Value.Type = Value.self) -> Value? { body.withLock { $0 as? Value } }
    }

    /// The error that every operation throws; `nil` for a response.
    var failure: (any Error)?
    var created: CreateNoteResponse = .noContent
    var changed: Note?
    var page = ServerResponse(NotePage(notes: []))
    let seen = Seen()

    private func check(_ request: ServerRequest) throws {
        seen.request.withLock { $0 = request }
        if let failure { throw failure }
    }

    func list(
        state: [NoteState]?,
        labels: [String]?,
        ids: [Int]?,
        range: DayRange?,
        cursor: String?,
        pageSize: Int,
        traceID: String?,
        theme: String?,
        request: ServerRequest
    ) async throws -> ServerResponse<NotePage> {
        try check(request)
        let question = ListQuestion(
            state: state,
            labels: labels,
            ids: ids,
            range: range,
            cursor: cursor,
            pageSize: pageSize,
            traceID: traceID,
            theme: theme
        )
        seen.list.withLock { $0 = question }
        return page
    }

    func create(body: NewNote, request: ServerRequest) async throws -> ServerResponse<CreateNoteResponse> {
        try check(request)
        seen.body.withLock { $0 = body }
        return ServerResponse(created)
    }

    func get(noteId: UUID, request: ServerRequest) async throws -> ServerResponse<Note> {
        try check(request)
        return ServerResponse(.sample(noteId))
    }

    func change(
        noteId: UUID,
        body: NoteChange,
        request: ServerRequest
    ) async throws -> ServerResponse<ChangeNoteResponse> {
        try check(request)
        seen.body.withLock { $0 = body }
        return ServerResponse(changed.map { .ok($0) } ?? .noContent)
    }

    func delete(noteId: UUID, tag: String, request: ServerRequest) async throws -> ServerResponse<Void> {
        try check(request)
        seen.texts.withLock { $0 = [noteId.uuidString, tag] }
        return .empty()
    }

    func text(noteId: UUID, request: ServerRequest) async throws -> ServerResponse<String> {
        try check(request)
        return ServerResponse("Zwölf Eier")
    }

    func replaceText(noteId: UUID, body: String, request: ServerRequest) async throws -> ServerResponse<Void> {
        try check(request)
        seen.texts.withLock { $0 = [body, request.header("Content-Type") ?? ""] }
        return .empty()
    }

    func attach(noteId: UUID, body: AttachmentUpload, request: ServerRequest) async throws -> ServerResponse<Attachment>
    {
        try check(request)
        seen.body.withLock { $0 = body }
        return ServerResponse(Attachment(id: 7, source: .string("upload")))
    }

    func lock(noteId: UUID, request: ServerRequest) async throws -> ServerResponse<Void> {
        try check(request)
        return ServerResponse(())
    }

    func unlock(noteId: UUID, request: ServerRequest) async throws -> ServerResponse<Void> {
        try check(request)
        return ServerResponse(())
    }

    func renewLock(noteId: UUID, request: ServerRequest) async throws -> ServerResponse<Void> {
        try check(request)
        return ServerResponse(())
    }

    func attachment(coordinates: [Int], flags: [String], request: ServerRequest) async throws -> ServerResponse<Data> {
        try check(request)
        return ServerResponse(Data("\(coordinates) \(flags)".utf8))
    }

    func replaceAttachment(
        coordinates: [Int],
        flags: [String],
        body: HTTPBody,
        request: ServerRequest
    ) async throws -> ServerResponse<Void> {
        try check(request)
        var received: [UInt8] = []
        for try await chunk in body.chunks() { received += chunk }
        let bytes = HTTPBody.bytes(received)
        seen.body.withLock { $0 = bytes }
        return .empty()
    }

    func labels(page: Int?, size: Int?, request: ServerRequest) async throws -> ServerResponse<[Label]> {
        try check(request)
        return ServerResponse([Label(name: "\(page ?? -1)/\(size ?? -1)")])
    }

    func activity(request: ServerRequest) async throws -> ServerResponse<ActivityPage> {
        try check(request)
        return ServerResponse(ActivityPage(events: []))
    }

    func get(request: ServerRequest) async throws -> ServerResponse<Account> {
        try check(request)
        return ServerResponse(Account(id: "u1", email: "user@notes.example"))
    }

    func renew(tenant: String, body: TokenRequest, request: ServerRequest) async throws -> ServerResponse<TokenPair> {
        try check(request)
        seen.body.withLock { $0 = body }
        return ServerResponse(
            TokenPair(accessToken: tenant, expiresIn: 60),
            status: 200,
            headers: [.cacheControl: "no-store"]
        )
    }
}

extension Note {
    /// Returns a note with all required properties.
    static func sample(_ id: UUID) -> Note {
        Note(id: id, title: "Milk", state: .draft, createdAt: Date(timeIntervalSince1970: 1_700_000_000))
    }
}
