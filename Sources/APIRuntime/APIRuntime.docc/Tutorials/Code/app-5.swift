import APITesting
import NotesAPI
import NotesMocks
import Testing

@testable import NotesModel

@MainActor
@Test("a new note is the first of the list")
func newNote() async {
    let client = NotesOperationsMock()
    client.onList.responds(with: [Note(id: "1", title: "Milk")])
    client.onCreate.responds(with: Note(id: "2", title: "Bread"))
    let model = NotesModel(client: client)
    await model.refresh()
    await model.add("Bread")
    #expect(model.notes.map(\.title) == ["Bread", "Milk"])
}

@MainActor
@Test("the reason of a refusal is shown")
func refusal() async {
    let client = NotesOperationsMock()
    let problem = Problem(title: "Choose a longer title.")
    client.onCreate.fails(with: .unprocessableContent(problem))
    let model = NotesModel(client: client)
    await model.add("")
    #expect(model.message == "Choose a longer title.")
}
