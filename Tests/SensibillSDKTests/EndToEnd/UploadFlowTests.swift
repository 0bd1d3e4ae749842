import APIRuntime
import Foundation
import SandboxServer
import SensibillAPI
import Testing
import URLSessionTransport

@testable import SensibillSDK

@MainActor
@Suite("Uploads over HTTP", .timeLimit(.minutes(5)))
final class UploadFlowTests {
    private let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    private var policy: UploadPolicy {
        UploadPolicy(
            directory: directory,
            baseDelay: .milliseconds(5),
            maximumDelay: .milliseconds(50),
            pollTimeout: 1,
            pollInterval: .milliseconds(5)
        )
    }

    private func makeService(
        _ provider: any SensibillAPIProvider,
        policy: UploadPolicy? = nil
    ) throws -> DocumentUploadService {
        let service = DocumentUploadService()
        service.start(
            UploadEngine(
                owner: LiveSandbox.user,
                store: try UploadStore(directory: directory),
                api: LiveUploadAPI(provider: provider),
                observers: service.observers,
                policy: policy ?? self.policy
            )
        )
        return service
    }

    private func add(_ numbers: Range<Int>, to service: DocumentUploadService) throws -> [String] {
        try numbers.map { number in
            let source = Samples.jpeg(showing: "TOTAL=\(number);")
            return try service.add(source: source, metadata: .init(documentType: .receipt)).get()
        }
    }

    @Test("each document is uploaded once despite expired tokens and failing servers")
    func throughTrouble() async throws {
        try await LiveSandbox.run { sandbox in
            let service = try makeService(sandbox.provider)
            let observer = RecordingObserver()
            service.addObserver(observer, for: "test")
            sandbox.server.faults.add(Fault(.status(503), operation: "postDocument", times: 2))
            sandbox.server.faults.add(Fault(.status(500), operation: "postDocument", times: 1))
            let ids = try add(0..<10, to: service)
            await observer.ends(5)
            sandbox.server.tokens.expireAccessTokens()
            await observer.ends(10)
            service.stop()
            #expect(Set(observer.ended) == Set(ids))
            let uploaded = try await sandbox.provider.documents.documents(filter: .init(foreignId: ids)).value()
            #expect(uploaded.count == 10)
            #expect(observer.events.contains { $0.payload == .uploadFailedAttempt })
        }
    }

    @Test("an upload that the service refuses is kept with its cause, and an unreadable document fails")
    func refusedAndUnreadable() async throws {
        try await LiveSandbox.run { sandbox in
            let service = try makeService(sandbox.provider)
            let observer = RecordingObserver()
            service.addObserver(observer, for: "test")
            sandbox.server.faults.add(Fault(.status(400), operation: "postDocument", times: 1))
            let refused = try service.add(source: Samples.jpeg, metadata: .init(documentType: .receipt)).get()
            await observer.ends(1)
            guard case .uploadPermanentlyFailed(let cause)? = observer.events.last?.payload else {
                return #expect(Bool(false), "The service rejected \(refused).")
            }
            #expect(cause.contains("400"))
            #expect(try service.refusals() == [refused: cause])
            let source = Samples.jpeg(showing: "FAIL=too_dark;")
            _ = try service.add(source: source, metadata: .init(documentType: .receipt)).get()
            await observer.ends(2)
            service.stop()
            guard case .processedFailed? = observer.events.last?.payload else {
                return #expect(Bool(false), "The sandbox cannot read this document.")
            }
        }
    }

    @Test("with 20 random interruptions, each document is uploaded once and each upload end is reported")
    func cutOff() async throws {
        try await LiveSandbox.run { sandbox in
            var random = SplitMix(state: 7)
            var expected: Set<String> = []
            var ended: Set<String> = []
            for round in 0..<20 {
                let cut = CuttableTransport(URLSessionTransport(), after: Int.random(in: 1...12, using: &random))
                var configuration = LiveSandbox.configuration(sandbox.server)
                configuration.client.transport = cut
                let provider = SensibillAPIClient.get(configuration: configuration)
                provider.setUserAccessTokenDelegate(sandbox.delegate, withCacheIdentifier: LiveSandbox.user)
                let service = try makeService(provider)
                let observer = RecordingObserver()
                service.addObserver(observer, for: "test")
                expected.formUnion(try add(round * 10..<round * 10 + 10, to: service))
                await cut.isCut()
                service.stop()
                ended.formUnion(observer.ended)
            }
            let service = try makeService(sandbox.provider)
            let observer = RecordingObserver()
            service.addObserver(observer, for: "test")
            while try !service.allSourceIds().isEmpty { try Task.checkCancellation(); await Task.yield() }
            service.stop()
            ended.formUnion(observer.ended)
            #expect(ended == expected)
            var uploaded: [String] = []
            for try await document in sandbox.provider.documents.pages().items {
                if let foreignId = document.foreignId, expected.contains(foreignId) { uploaded.append(foreignId) }
            }
            #expect(uploaded.count == 200)
            #expect(Set(uploaded) == expected)
        }
    }
}

/// A transport that withholds responses after a number of them, like a terminated process: requests still reach the
/// server.
private final class CuttableTransport: HTTPTransport {
    private let next: any HTTPTransport
    private let left: LockedState<Int>
    private let cut = ResponseGate<Void>()

    init(_ next: any HTTPTransport, after responses: Int) {
        self.next = next
        left = LockedState(responses)
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let response = try await next.send(request)
        let isCut = left.withLock { left in
            left -= 1
            return left < 0
        }
        guard isCut else { return response }
        cut.open(())
        // The caller no longer receives the response.
        do {
            try await ContinuousClock().sleep(for: .seconds(3600))
        } catch {
            throw .cancelled
        }
        return response
    }

    func isCut() async {
        await cut.response()
    }
}
