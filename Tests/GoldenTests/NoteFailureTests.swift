import APIRuntime
import APITesting
import Foundation
import NotesAPI
import Testing

/// Tests of the errors that the golden module throws.
@Suite("Golden module: failures")
struct NoteFailureTests {

    /// Calls `getNote` and returns its error.
    private func getFailure(_ response: ScriptedResponse) async throws -> GetNoteError? {
        do {
            _ = try await Notes([response]).client.notes.get(noteId: Sample.id)
            return nil
        } catch {
            return error
        }
    }

    @Test("a response with a documented status has a decoded body")
    func documented() async throws {
        let failure = try await getFailure(.json(Sample.problem, status: 404))
        guard case .notFound(let problem) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(problem.title == "No such note")
        #expect(failure?.status == 404)
        #expect(failure?.failure == nil)
    }

    @Test("an exact status takes precedence over its range, and a range over an undocumented status")
    func ranges() async throws {
        let gone = try await getFailure(.status(410))
        guard case .gone = gone else {
            Issue.record("\(String(describing: gone))")
            return
        }
        #expect(gone?.status == 410)
        let range = try await getFailure(.json(#"{"title":"Teapot"}"#, status: 418))
        guard case .clientError(let status, let problem) = range else {
            Issue.record("\(String(describing: range))")
            return
        }
        #expect(status == 418)
        #expect(problem.title == "Teapot")
        #expect(range?.status == 418)
    }

    @Test("operations with the same statuses have each its own body")
    func sameStatuses() async throws {
        let held = Notes([.json(#"{"holder":"Ana"}"#, status: 423)]).client
        let lock = await #expect(throws: LockNoteError.self) { try await held.notes.lock(noteId: Sample.id) }
        guard case .locked(let body) = lock else {
            Issue.record("\(String(describing: lock))")
            return
        }
        #expect(body.holder == "Ana")
        #expect(lock?.status == 423)
        #expect(lock?.body as? LockNoteLockedBody == body)

        let awaited = Notes([.json(#"["Ana","Bo"]"#, status: 423)]).client
        let renewal = await #expect(throws: RenewLockError.self) {
            try await awaited.notes.renewLock(noteId: Sample.id)
        }
        guard case .locked(let names) = renewal else {
            Issue.record("\(String(describing: renewal))")
            return
        }
        #expect(names == ["Ana", "Bo"])

        let other = Notes([.status(503)]).client
        let failure = await #expect(throws: UnlockNoteError.self) { try await other.notes.unlock(noteId: Sample.id) }
        #expect(failure?.status == 503)
        #expect(failure?.body == nil)
    }

    @Test("an error names its operation, its case and the title of its problem")
    func description() async throws {
        let failure = try await getFailure(.json(Sample.problem, status: 404))
        #expect(failure.map { "\($0)" } == "GetNoteError.notFound: No such note")
        #expect(failure?.localizedDescription == "The request failed with status 404: No such note.")
        #expect(failure.map { "\(type(of: $0))" } == "GetNoteError")
        let other = try await getFailure(.bytes(Array("oops".utf8), status: 500, contentType: "text/html"))
        #expect(other.map { "\($0)" } == "GetNoteError.undocumented: status 500, text/html")
    }

    @Test("a problem is read without a cast, typed for an operation and as RFC 9457 for any")
    func problem() async throws {
        let failure = try await getFailure(.json(Sample.problem, status: 404))
        let typed: Problem? = failure?.problem
        #expect(typed?.title == "No such note")
        let any: any OperationError = try #require(failure)
        #expect(any.problem?.title == "No such note")
        let gone = try await getFailure(.status(410))
        #expect(gone != nil)
        #expect(gone?.problem == nil)
    }

    @Test("operations with equal failures have distinct errors, each with its own conformance")
    func distinct() {
        #expect(ListNotesError.self as Any.Type != CreateNoteError.self as Any.Type)
        #expect(GetNoteError.self as Any.Type != ChangeNoteError.self as Any.Type)
        #expect(GetNoteError.cancelled.operationName == "getNote")
        #expect(ChangeNoteError.cancelled.operationName == "changeNote")
    }

    @Test("an undocumented status has the raw response")
    func undocumented() async throws {
        let failure = try await getFailure(.bytes(Array("oops".utf8), status: 500, contentType: "text/html"))
        guard case .undocumented(let response) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(response.status == 500)
        #expect(response.text() == "oops")
        #expect(failure?.status == 500)
        #expect(!"\(response)".contains("oops"))
    }

    @Test("the default response applies to every other status")
    func other() async throws {
        do {
            _ = try await Notes([.json(#"{"title":"Down"}"#, status: 503)]).client.notes.list()
            Issue.record("No error")
        } catch .other(let status, let problem) {
            #expect(status == 503)
            #expect(problem.title == "Down")
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test("a failure can have a string body or no body")
    func bodies() async throws {
        do {
            _ = try await Notes([.bytes(Array("gone".utf8), status: 404, contentType: "text/plain")])
                .client.notes.text(noteId: Sample.id)
            Issue.record("No error")
        } catch .notFound(let text) {
            #expect(text == "gone")
        } catch {
            Issue.record("\(error)")
        }
        do {
            _ = try await Notes([.status(429)], credentials: NotesCredentials()).client.account.get()
            Issue.record("No error")
        } catch .tooManyRequests {
        } catch {
            Issue.record("\(error)")
        }
        do {
            let part = AttachmentUpload(file: FilePart(data: Data()), details: AttachmentDetails(name: ""))
            _ = try await Notes([.status(413)]).client.notes.attach(noteId: Sample.id, body: part)
            Issue.record("No error")
        } catch .contentTooLarge {
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test("a success response that cannot be decoded is a decoding error")
    func decoding() async throws {
        let failure = try await getFailure(.json(#"{"title":1}"#))
        guard case .decoding = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test("a missing response and missing credentials are separate error cases")
    func common() async throws {
        let failure = try await getFailure(.failure(TransportError(.unreachable, "No network.")))
        guard case .transport(let error) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(error.code == .unreachable)
        let notes = Notes([], credentials: NotesCredentials())
        do {
            _ = try await notes.client.notes.list()
            Issue.record("No error")
        } catch .unauthenticated {
            #expect(notes.transport.requests.isEmpty)
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test("a cancelled task reports its own error case")
    func cancelled() async throws {
        let notes = Notes([.pending])
        let task = Task { await isCancelled(notes) }
        task.cancel()
        #expect(await task.value)
    }

    /// Returns whether a call of a cancelled task fails as cancelled.
    private func isCancelled(_ notes: Notes) async -> Bool {
        do {
            _ = try await notes.client.notes.list()
            return false
        } catch .cancelled {
            return true
        } catch {
            return false
        }
    }
}

/// A conformance that two operations with the same statuses can each have.
private protocol OperationNaming {
    var operationName: String { get }
}

extension GetNoteError: OperationNaming {
    fileprivate var operationName: String { "getNote" }
}

extension ChangeNoteError: OperationNaming {
    fileprivate var operationName: String { "changeNote" }
}
