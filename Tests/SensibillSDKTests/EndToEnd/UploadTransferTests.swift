import APIRuntime
import Foundation
import SandboxServer
import SensibillAPI
import Testing

@testable import SensibillSDK

@MainActor
@Suite("Upload progress over HTTP", .timeLimit(.minutes(2)))
final class UploadTransferTests {
    private let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    private func run(_ body: @MainActor (LiveSandbox, DocumentUploadService) async throws -> Void) async throws {
        try await LiveSandbox.run { sandbox in
            let service = DocumentUploadService()
            service.start(
                UploadEngine(
                    owner: LiveSandbox.user,
                    store: try UploadStore(directory: directory),
                    api: LiveUploadAPI(provider: sandbox.provider),
                    observers: service.observers,
                    policy: UploadPolicy(
                        baseDelay: .milliseconds(5),
                        maximumDelay: .milliseconds(20),
                        pollTimeout: 1,
                        pollInterval: .milliseconds(5)
                    )
                )
            )
            try await body(sandbox, service)
            service.stop()
        }
    }

    @Test("upload progress counts the bytes of a document up to its length")
    func progress() async throws {
        try await run { _, service in
            let observer = RecordingObserver()
            service.addObserver(observer, for: "test")
            let progress = service.byteProgress
            let picture = Samples.jpeg(showing: "TOTAL=1;" + String(repeating: " ", count: 2_000_000))
            let id = try service.add(source: picture, metadata: .init(documentType: .receipt)).get()
            var seen: [DocumentByteProgress] = []
            for await step in progress {
                seen.append(step)
                if step.sent == step.total { break }
            }
            await observer.ends(1)
            #expect(seen.allSatisfy { $0.sourceId == id && $0.total > picture.count })
            #expect(seen.count > 2)
            #expect(seen.map(\.sent) == seen.map(\.sent).sorted())
        }
    }

    @Test("a connection loss after an upload creates no second document")
    func lostResponse() async throws {
        try await run { sandbox, service in
            sandbox.server.faults.add(Fault(.droppedConnection, operation: "postDocument", times: 3))
            let observer = RecordingObserver()
            service.addObserver(observer, for: "test")
            let id = try service.add(source: Samples.jpeg, metadata: .init(documentType: .receipt)).get()
            await observer.ends(1)
            #expect(observer.ended == [id])
            #expect(sandbox.server.counter.count("postDocument") == 1)
            #expect(observer.events.count { $0.payload == .uploadFailedAttempt } == 1)
            let uploaded = try await sandbox.provider.documents.documents(filter: .init(foreignId: [id])).value()
            #expect(uploaded.count == 1)
        }
    }

    @Test("a truncated response creates no second document either")
    func cutResponse() async throws {
        try await run { sandbox, service in
            sandbox.server.faults.add(Fault(.truncatedBody, operation: "postDocument", times: 2))
            let observer = RecordingObserver()
            service.addObserver(observer, for: "test")
            let id = try service.add(source: Samples.jpeg, metadata: .init(documentType: .receipt)).get()
            await observer.ends(1)
            let uploaded = try await sandbox.provider.documents.documents(filter: .init(foreignId: [id])).value()
            #expect(uploaded.count == 1)
        }
    }

    @Test("a folder has one queue at a time and is available again after a stop")
    func oneQueue() async throws {
        try await run { _, service in
            #expect(throws: (any Error).self) { try UploadStore(directory: directory) }
            service.stop()
            #expect(throws: Never.self) { try UploadStore(directory: directory) }
        }
    }
}
