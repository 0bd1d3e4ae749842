import APIRuntime
import APITesting
import Foundation
import NotesAPI
import Testing

/// A client of the golden module with a scripted transport.
struct Notes {

    let transport: ScriptedTransport
    let client: NotesClient

    /// Creates a client whose requests receive responses in order.
    init(
        _ responses: [ScriptedResponse],
        credentials: NotesCredentials = NotesCredentials(userToken: .bearer("t0k3n")),
        isStrict: Bool = false
    ) {
        transport = ScriptedTransport(responses)
        var configuration = ClientConfiguration.testing(transport, isStrict: isStrict)
        configuration.retry = .never
        client = NotesClient(credentials: credentials, configuration: configuration)
    }

    /// Returns the only request that was sent.
    func request(sourceLocation: SourceLocation = #_sourceLocation) throws -> RecordedRequest {
        #expect(transport.requests.count == 1, sourceLocation: sourceLocation)
        return try #require(transport.requests.first, sourceLocation: sourceLocation)
    }
}

/// Samples for several tests.
enum Sample {
    static let id = UUID(
        uuid: (0x4B, 0x3F, 0x0C, 0x61, 0x1A, 0x2B, 0x4C, 0x3D, 0x8E, 0x9F, 0, 0x11, 0x22, 0x33, 0x44, 0x55)
    )

    /// The smallest valid note.
    static let note = """
        {"id":"4b3f0c61-1a2b-4c3d-8e9f-001122334455","kind":"note","title":"Milk","state":"draft",\
        "createdAt":"2024-05-01T10:00:00Z"}
        """

    static let problem = #"{"title":"No such note","status":404}"#
}
