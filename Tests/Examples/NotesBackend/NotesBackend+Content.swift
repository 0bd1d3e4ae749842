import APIRuntime
import APIServer
import NotesAPI
import NotesServer

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The text of notes, and their attachments.
extension NotesBackend {
    func text(noteId: UUID, request: ServerRequest) async throws -> ServerResponse<String> {
        do {
            return ServerResponse(try await store.note(noteId).content?.plainText ?? "")
        } catch {
            throw GetNoteTextError.notFound("There is no such note.")
        }
    }

    func replaceText(noteId: UUID, body: String, request: ServerRequest) async throws -> ServerResponse<Void> {
        _ = try await store.change(noteId, by: user(of: request)) { note in
            note.content = .textContent(TextContent(type: "markdown", text: body))
        }
        return .empty()
    }

    func attach(noteId: UUID, body: AttachmentUpload, request: ServerRequest) async throws -> ServerResponse<Attachment>
    {
        let content = try await body.file.content.data(upTo: Self.largestFile)
        guard let content else { throw AddAttachmentError.contentTooLarge }
        let id = try await store.attach(content, to: noteId, by: user(of: request))
        return ServerResponse(Attachment(id: id, source: .string(body.details.name)))
    }

    func attachment(coordinates: [Int], flags: [String], request: ServerRequest) async throws -> ServerResponse<Data> {
        guard let id = coordinates.last, let content = await store.content(ofFile: id) else {
            throw GetAttachmentError.notFound
        }
        return ServerResponse(content)
    }

    func replaceAttachment(
        coordinates: [Int],
        flags: [String],
        body: HTTPBody,
        request: ServerRequest
    ) async throws -> ServerResponse<Void> {
        guard let id = coordinates.last else { throw GetAttachmentError.notFound }
        guard let content = try await body.data(upTo: Self.largestFile) else {
            throw AddAttachmentError.contentTooLarge
        }
        try await store.replaceFile(id, by: user(of: request), with: content)
        return .empty()
    }

    /// The size of the largest file, in bytes.
    private static let largestFile = 1 << 20
}

extension HTTPBody {
    /// Returns the bytes of the body; `nil` if there are more than the limit.
    fileprivate func data(upTo limit: Int) async throws -> Data? {
        var data = Data()
        for try await chunk in chunks() {
            data += chunk
            if data.count > limit { return nil }
        }
        return data
    }
}

extension Content {
    /// The text, with a line for each item of a list.
    fileprivate var plainText: String {
        switch self {
        case .textContent(let content): content.text
        case .listContent(let content): content.items.map(\.plainText).joined(separator: "\n")
        case .unknown: ""
        }
    }
}
