import NotesAPI
import Observation

/// The notes of the user.
@MainActor
@Observable
public final class NotesModel {
    /// The notes, newest first.
    public private(set) var notes: [Note] = []

    /// A sentence about the last failure.
    public private(set) var message: String?

    private let client: any NotesOperationsProtocol

    /// Creates a model with a client, or with a mock of it.
    public init(client: any NotesOperationsProtocol) {
        self.client = client
    }

    /// Fetches the notes.
    public func refresh() async {
        do {
            notes = try await client.list()
            message = nil
        } catch .cancelled {
            return
        } catch {
            message = error.localizedDescription
        }
    }

    /// Creates a note.
    public func add(_ title: String) async {
        do {
            let note = try await client.create(body: NewNote(title: title))
            notes.insert(note, at: 0)
            message = nil
        } catch .unprocessableContent(let problem) {
            message = problem.title
        } catch {
            message = error.localizedDescription
        }
    }
}
