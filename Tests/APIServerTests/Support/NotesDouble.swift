import APIRuntime
import APIServer
import Foundation
import HTTPTypes
import NotesAPI
import NotesServer

/// A service whose answers a test chooses, and which keeps what it was asked.
struct NotesDouble: NotesService, AccountService {
    /// What the query, a header and a cookie gave.
    struct ListQuestion: Hashable {
        var state: [NoteState]?
        var labels: [String]?
        var ids: [Int]?
        var range: DayRange?
        var cursor: String?
        var pageSize: Int?
        var traceID: String?
        var theme: String?
    }

    /// What arrived last.
    final class Seen: Sendable {
        let list = Lock<ListQuestion?>(nil)
        let body = Lock<(any Sendable)?>(nil)
        let texts = Lock<[String]>([])
        let request = Lock<ServerRequest?>(nil)

        func last<Value>(_ type: Value.Type = Value.self) -> Value? { body.withLock { $0 as? Value } }
    }

    /// Thrown by every operation; `nil` answers.
    var failure: (any Error)?
    var created: CreateNoteAnswer = .noContent
    var changed: Note?
    var page = Reply(NotePage(notes: []))
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
        pageSize: Int?,
        traceID: String?,
        theme: String?,
        request: ServerRequest
    ) async throws -> Reply<NotePage> {
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

    func create(body: NewNote, request: ServerRequest) async throws -> Reply<CreateNoteAnswer> {
        try check(request)
        seen.body.withLock { $0 = body }
        return Reply(created)
    }

    func get(noteId: UUID, request: ServerRequest) async throws -> Reply<Note> {
        try check(request)
        return Reply(.sample(noteId))
    }

    func change(noteId: UUID, body: NoteChange, request: ServerRequest) async throws -> Reply<Note?> {
        try check(request)
        seen.body.withLock { $0 = body }
        return Reply(changed)
    }

    func delete(noteId: UUID, tag: String, request: ServerRequest) async throws -> Reply<Void> {
        try check(request)
        seen.texts.withLock { $0 = [noteId.uuidString, tag] }
        return .empty()
    }

    func text(noteId: UUID, request: ServerRequest) async throws -> Reply<String> {
        try check(request)
        return Reply("Zwölf Eier")
    }

    func replaceText(noteId: UUID, body: String, request: ServerRequest) async throws -> Reply<Void> {
        try check(request)
        seen.texts.withLock { $0 = [body, request.header("Content-Type") ?? ""] }
        return .empty()
    }

    func attach(noteId: UUID, body: AttachmentUpload, request: ServerRequest) async throws -> Reply<Attachment> {
        try check(request)
        seen.body.withLock { $0 = body }
        return Reply(Attachment(id: 7, source: .string("upload")))
    }

    func lock(noteId: UUID, request: ServerRequest) async throws -> Reply<Void> {
        try check(request)
        return Reply(())
    }

    func unlock(noteId: UUID, request: ServerRequest) async throws -> Reply<Void> {
        try check(request)
        return Reply(())
    }

    func renewLock(noteId: UUID, request: ServerRequest) async throws -> Reply<Void> {
        try check(request)
        return Reply(())
    }

    func attachment(coordinates: [Int], flags: [String], request: ServerRequest) async throws -> Reply<Data> {
        try check(request)
        return Reply(Data("\(coordinates) \(flags)".utf8))
    }

    func replaceAttachment(
        coordinates: [Int],
        flags: [String],
        body: RequestBody,
        request: ServerRequest
    ) async throws -> Reply<Void> {
        try check(request)
        seen.body.withLock { $0 = body }
        return .empty()
    }

    func labels(page: Int?, size: Int?, request: ServerRequest) async throws -> Reply<[Label]> {
        try check(request)
        return Reply([Label(name: "\(page ?? -1)/\(size ?? -1)")])
    }

    func activity(request: ServerRequest) async throws -> Reply<ActivityPage> {
        try check(request)
        return Reply(ActivityPage(events: []))
    }

    func get(request: ServerRequest) async throws -> Reply<Account> {
        try check(request)
        return Reply(Account(id: "u1", email: "user@notes.example"))
    }

    func renew(tenant: String, body: TokenRequest, request: ServerRequest) async throws -> Reply<TokenPair> {
        try check(request)
        seen.body.withLock { $0 = body }
        return Reply(TokenPair(accessToken: tenant, expiresIn: 60), status: 200, headers: [.cacheControl: "no-store"])
    }
}

extension Note {
    /// A note with all that it must have.
    static func sample(_ id: UUID) -> Note {
        Note(id: id, title: "Milk", state: .draft, createdAt: Date(timeIntervalSince1970: 1_700_000_000))
    }
}
