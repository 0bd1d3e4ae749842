import APIServer
import NotesAPI
import NotesServer

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The locks of notes.
extension NotesBackend {
    func lock(noteId: UUID, request: ServerRequest) async throws -> ServerResponse<Void> {
        do {
            try await store.lock(noteId, for: user(of: request))
            return .empty()
        } catch NoteStore.Failure.locked(let holder) {
            throw LockNoteError.locked(LockNoteLockedBody(holder: holder))
        }
    }

    func unlock(noteId: UUID, request: ServerRequest) async throws -> ServerResponse<Void> {
        do {
            try await store.unlock(noteId, for: user(of: request))
            return .empty()
        } catch NoteStore.Failure.locked {
            throw UnlockNoteError.locked(UnlockNoteLockedBody())
        }
    }

    func renewLock(noteId: UUID, request: ServerRequest) async throws -> ServerResponse<Void> {
        do {
            try await store.lock(noteId, for: user(of: request))
            return .empty()
        } catch NoteStore.Failure.locked(let holder) {
            throw RenewLockError.locked([holder])
        }
    }
}
