import APIRuntime
import NotesAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The notes of a team, in memory. A real server keeps them in a database.
actor NoteStore {
    /// The failures of the store.
    enum Failure: Error, Equatable {
        /// There was never a note with this id.
        case unknown

        /// The note was deleted.
        case deleted

        /// Another user has locked the note.
        case locked(holder: String)
    }

    /// A page of notes, newest first.
    struct Page {
        var notes: [Note]
        var next: String?
        var total: Int
    }

    private struct File {
        let note: UUID
        var content: Data
    }

    private var notes: [UUID: Note] = [:]
    private var newestFirst: [UUID] = []
    private var deleted: Set<UUID> = []
    private var holders: [UUID: String] = [:]
    private var files: [Int: File] = [:]
    private var lastFile = 0

    /// Returns a page of the notes that meet a condition.
    ///
    /// - Parameters:
    ///   - cursor: The id of the last note on the former page; `nil` for the first page.
    ///   - limit: The largest number of notes on the page; 1 or more.
    ///   - isWanted: The condition.
    /// - Returns: The page, with the total number of notes that meet the condition.
    func page(after cursor: UUID?, limit: Int, where isWanted: @Sendable (Note) -> Bool) -> Page {
        let wanted = newestFirst.compactMap { notes[$0] }.filter(isWanted)
        let start = cursor.flatMap { id in wanted.firstIndex { $0.id == id } }.map { $0 + 1 } ?? 0
        let shown = Array(wanted[start...].prefix(limit))
        let hasMore = start + shown.count < wanted.count
        return Page(notes: shown, next: hasMore ? shown.last?.id.uuidString : nil, total: wanted.count)
    }

    /// Adds a note.
    func add(_ note: Note) {
        notes[note.id] = note
        newestFirst.insert(note.id, at: 0)
    }

    /// Returns a note.
    ///
    /// - Throws: A ``Failure`` if there is no such note.
    func note(_ id: UUID) throws(Failure) -> Note {
        if let note = notes[id] { return note }
        throw deleted.contains(id) ? .deleted : .unknown
    }

    /// Changes a note, and returns it.
    ///
    /// - Throws: A ``Failure`` if there is no such note, or if another user has locked it.
    func change(_ id: UUID, by user: String, _ change: @Sendable (inout Note) -> Void) throws(Failure) -> Note {
        var note = try note(id)
        try checkLock(id, user)
        change(&note)
        notes[id] = note
        return note
    }

    /// Deletes a note.
    ///
    /// - Throws: A ``Failure`` if there is no such note, or if another user has locked it.
    func delete(_ id: UUID, by user: String) throws(Failure) {
        _ = try note(id)
        try checkLock(id, user)
        notes[id] = nil
        files = files.filter { $0.value.note != id }
        holders[id] = nil
        newestFirst.removeAll { $0 == id }
        deleted.insert(id)
    }

    /// The names of the labels on all notes, sorted.
    var labelNames: [String] {
        Set(notes.values.flatMap { $0.labels ?? [] }.map(\.name)).sorted()
    }
}

// MARK: - Locks

extension NoteStore {
    /// Locks a note for a user.
    ///
    /// - Throws: A ``Failure`` if there is no such note, or if another user has locked it.
    func lock(_ id: UUID, for user: String) throws(Failure) {
        _ = try note(id)
        try checkLock(id, user)
        holders[id] = user
    }

    /// Unlocks a note.
    ///
    /// - Throws: A ``Failure`` if there is no such note, or if another user has locked it.
    func unlock(_ id: UUID, for user: String) throws(Failure) {
        _ = try note(id)
        try checkLock(id, user)
        holders[id] = nil
    }

    private func checkLock(_ id: UUID, _ user: String) throws(Failure) {
        if let holder = holders[id], holder != user { throw .locked(holder: holder) }
    }
}

// MARK: - Attachments

extension NoteStore {
    /// Adds a file to a note, and returns the file's id.
    ///
    /// - Throws: A ``Failure`` if there is no such note, or if another user has locked it.
    func attach(_ content: Data, to id: UUID, by user: String) throws(Failure) -> Int {
        _ = try note(id)
        try checkLock(id, user)
        lastFile += 1
        files[lastFile] = File(note: id, content: content)
        return lastFile
    }

    /// Returns the content of a file; `nil` if there is none with this id.
    func content(ofFile id: Int) -> Data? { files[id]?.content }

    /// Replaces the content of a file.
    ///
    /// - Throws: A ``Failure`` if there is no such file, or if another user has locked its note.
    func replaceFile(_ id: Int, by user: String, with content: Data) throws(Failure) {
        guard let file = files[id] else { throw .unknown }
        try checkLock(file.note, user)
        files[id]?.content = content
    }
}
