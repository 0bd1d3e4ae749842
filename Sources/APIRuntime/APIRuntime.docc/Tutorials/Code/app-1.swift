import NotesAPI
import Observation

/// The notes of the user.
@MainActor
@Observable
public final class NotesModel {
    /// The notes, newest first.
    public private(set) var notes: [Note] = []

    private let client: any NotesOperationsProtocol

    /// Creates a model with a client, or with a mock of it.
    public init(client: any NotesOperationsProtocol) {
        self.client = client
    }
}
