import APIRuntime
import APITesting
import Foundation
import SensibillAPI

@testable import SensibillSDK

/// One run of an app with the whole SDK over an unreliable service.
@MainActor
final class SDKModel {
    private static let users = ["ada", "bob"]
    private nonisolated static let epoch = Date(timeIntervalSince1970: 1_800_000_000)

    private let service = ModelDocumentService()
    private let clock = TestClock()
    /// How far the device's clock is wrong, in seconds.
    private let clockError = LockedState(0.0)
    private let tokens = ModelTokens()
    private let store = ModelTokenStore()
    private let connectivity = ManualConnectivity(isReachable: true)
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sdk-\(UUID().uuidString)")
    private let observer = RecordingObserver()
    private let faults: LockedState<ModelFaults>
    private var random: SplitMix
    private var sdk = SensibillSDK()
    private var pending: [Task<Void, Never>] = []
    /// The added documents with their users; without those whose user changed at the same time.
    private var owners: [String: String] = [:]
    private var added: Set<String> = []
    private var refused: Set<String> = []
    private var removed: Set<String> = []
    private var found: [String] = []

    init(seed: UInt64) {
        random = SplitMix(state: seed)
        faults = LockedState(ModelFaults(dice: SplitMix(state: seed ^ 0xFF)))
        let (service, faults, tokens, clock) = (service, faults, tokens, clock)
        service.state.withLock { state in
            state.accepts = { tokens.isValid($0) }
            state.onInvalidation = { tokens.revoke($0) }
            state.fault = { request in faults.withLock { $0.next(for: request) } }
        }
        tokens.now = { Self.epoch.addingTimeInterval(clock.now.offset / .seconds(1)) }
        sdk.documentUploadService.addObserver(observer, for: "test")
    }

    private var configuration: SensibillSDK.Configuration {
        let (clock, clockError) = (clock, clockError)
        var client = ClientConfiguration(transport: service.transport, clock: clock)
        client.now = {
            Self.epoch.addingTimeInterval(clock.now.offset / .seconds(1) + clockError.withLock { $0 })
        }
        return SensibillSDK.Configuration(
            api: .init(baseUrl: "https://api.example", certificatePinningEnabled: false, client: client),
            uploads: UploadPolicy(directory: folder, connectivity: connectivity, random: { 0.5 }),
            tokenStore: store
        )
    }

    /// The number of documents at the service.
    var storedCount: Int { service.state.withLock { $0.documents.count } }

    // MARK: - Events

    /// Causes one random event.
    func step() async {
        switch Int.random(in: 0..<25, using: &random) {
        case 0...4: add()
        case 5...6: start(Self.users.randomElement(using: &random) ?? "ada")
        case 7: stop(invalidatingToken: Bool.random(using: &random))
        case 8: await restart()
        case 9: await drop()
        case 10...11: tokens.revokeAll()
        case 12...13: tokens.mode = ModelTokens.Mode.allCases.randomElement(using: &random) ?? .good
        case 14: store.isReadable.withLock { $0 = !$0 }
        case 15: clockError.withLock { $0 = [0, 86_400, -86_400, 1e8].randomElement(using: &random) ?? 0 }
        case 16...17: clock.advance(by: .seconds(Int.random(in: 1...7200, using: &random)))
        case 18: connectivity.set(Bool.random(using: &random))
        case 19...20:
            let mode = ModelFaults.Mode.allCases.randomElement(using: &random) ?? .none
            faults.withLock { $0.mode = mode }
        case 21: callTheService()
        case 23: sdk.apiClient?.resetUserAccessTokenDelegate()
        case 22:
            if let victim = added.sorted().randomElement(using: &random),
                (try? sdk.documentUploadService.remove(sourceId: victim)) != nil
            {
                removed.insert(victim)
            }
        default:
            for id in (try? sdk.documentUploadService.allSourceIds()) ?? [] {
                try? sdk.documentUploadService.retry(sourceId: id)
            }
        }
        for _ in 0..<Int.random(in: 0..<60, using: &random) { await Task.yield() }
    }

    private func add() {
        let picture = Samples.jpeg(showing: "TOTAL=\(added.count);")
        let user = currentUser
        let result = sdk.documentUploadService.add(source: picture, metadata: .init(documentType: .receipt))
        guard case .success(let id) = result else { return }
        added.insert(id)
        if user == currentUser { owners[id] = user }
    }

    private var currentUser: String? {
        (sdk.apiClient as? LiveAPIProvider)?.endpoints.tokens.binding?.cacheIdentifier
    }

    private func start(_ user: String) {
        let (sdk, tokens, configuration) = (sdk, tokens, configuration)
        pending.append(
            Task { [weak self] in
                do {
                    try await sdk.start(userIdentifier: user, tokenProvider: tokens, configuration: configuration)
                } catch is SensibillSDK.StateError {
                    return
                } catch {
                    self?.found.append("a start failed: \(error)")
                }
            }
        )
    }

    private func stop(invalidatingToken: Bool) {
        pending.append(Task { [sdk] in try? await sdk.stop(invalidateToken: invalidatingToken) })
    }

    private func callTheService() {
        guard let client = sdk.apiClient else { return }
        pending.append(Task { _ = try? await client.documents.documents().value() })
    }

    /// Waits for the starts, stops and calls in progress.
    private func join() async {
        tokens.releaseAll()
        for task in pending { await task.value }
        pending = []
    }

    private func restart() async {
        await join()
        let hasQueue = (try? sdk.documentUploadService.progress()) != nil
        if hasQueue != (sdk.apiClient != nil) { found.append("the SDK is half started") }
        await stopAndStart(Self.users.randomElement(using: &random) ?? "ada")
    }

    private func stopAndStart(_ user: String) async {
        do {
            try await sdk.stop(invalidateToken: Bool.random(using: &random))
            try await sdk.start(userIdentifier: user, tokenProvider: tokens, configuration: configuration)
        } catch {
            found.append("a stopped SDK could not be started: \(error)")
        }
    }

    /// Drops the SDK without a stop, as a process that ends.
    private func drop() async {
        await join()
        sdk = SensibillSDK()
        sdk.documentUploadService.addObserver(observer, for: "test")
        await stopAndStart(Self.users.randomElement(using: &random) ?? "ada")
    }

    // MARK: - The end

    /// Lets the SDK run while nothing changes: its requests must come to an end.
    func rest() async {
        await join()
        let before = (service.state.withLock { $0.total }, tokens.questions, observer.events.count)
        for _ in 0..<3000 { await Task.yield() }
        let requests = service.state.withLock { $0.total } - before.0
        let questions = tokens.questions - before.1
        if requests > 20 + 8 * added.count { found.append("\(requests) requests without a reason") }
        let events = observer.events.count - before.2
        if events > 10 + 4 * added.count { found.append("\(events) events without a reason") }
        if questions > 10 + added.count { found.append("\(questions) questions for tokens without a reason") }
    }

    /// Ends all faults and waits until nothing is left to do.
    func settle() async throws {
        faults.withLock { $0.mode = .none }
        tokens.mode = .good
        store.isReadable.withLock { $0 = true }
        connectivity.set(true)
        for user in Self.users {
            await join()
            await stopAndStart(user)
            var rounds = 0
            while try !isIdle() {
                try Task.checkCancellation()
                rounds += 1
                guard rounds < 100_000 else {
                    found.append("\(user)'s queue does not end: \(try sdk.documentUploadService.progress())")
                    break
                }
                await Task.yield()
                if rounds.isMultiple(of: 20) { clock.advance(by: .seconds(1800)) }
            }
            refused.formUnion(try sdk.documentUploadService.refusals().keys)
        }
        try await sdk.stop(invalidateToken: false)
    }

    private func isIdle() throws -> Bool {
        let service = sdk.documentUploadService
        return try service.allSourceIds() == Set(service.refusals().keys)
    }

    /// Returns the violated invariants.
    func violations() -> [String] {
        let state = service.state.withLock { $0 }
        return found
            + added.sorted().compactMap { id in
                let count = state.documents[id]?.count ?? 0
                if count > 1 { return "\(id) was stored \(count) times" }
                if let token = state.tokens[id], let owner = owners[id], !token.hasPrefix(owner) {
                    return "\(id) was stored for another user"
                }
                if removed.contains(id) { return nil }
                if refused.contains(id) { return count == 0 ? nil : "\(id) is stored and refused" }
                if count == 0 { return "\(id) is lost" }
                return observer.ended.contains(id) ? nil : "\(id) has no final event"
            }
    }

    /// Removes the folder.
    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }
}
