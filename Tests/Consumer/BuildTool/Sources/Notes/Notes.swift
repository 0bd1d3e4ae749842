import NotesAPI
import NotesMocks

/// Uses the modules that the plugin generates.
@main
enum Notes {
    static func main() async throws {
        let client = NotesClientMock()
        client.notes.onList.responds(with: [Note(title: "Milk")])
        print(try await client.notes.list().map(\.title))
    }
}
