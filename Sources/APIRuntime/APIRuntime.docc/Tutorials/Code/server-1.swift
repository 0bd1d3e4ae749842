import NotesAPI

actor NoteStore {
    private(set) var notes: [Note] = []

    func add(_ title: String) -> Note {
        let note = Note(id: "\(notes.count + 1)", title: title)
        notes.insert(note, at: 0)
        return note
    }
}
