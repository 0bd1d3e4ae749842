import APIRuntime
import Foundation
import SandboxServer
import SensibillAPI
import SensibillSDK
import Testing

#if canImport(Glibc)
import Glibc
#endif

@MainActor
@Suite("Process kills during an upload", .timeLimit(.minutes(10)))
final class SensibillKillTests {
    private static let documents = 200

    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    private let kills = Int(ProcessInfo.processInfo.environment["KILLS"] ?? "") ?? 20

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    @Test("of 200 documents, each is uploaded once and reported, however often the app is killed")
    func kills() async throws {
        let sandbox = try await SandboxServer.start(SandboxConfiguration(receipts: 0))
        // A latency with which the documents last for all kills.
        sandbox.faults.add(Fault(.latency(milliseconds: max(1, kills / 2)), operation: "postDocument"))
        let provider = SensibillAPIClient.get(
            configuration: .init(baseUrl: sandbox.baseURL.absoluteString, certificatePinningEnabled: false)
        )
        let token = try await Self.userToken(provider, sandbox)
        let queued = try fill(sandbox, token)
        #expect(Set(queued).count == Self.documents)
        var killed = 0
        for _ in 0..<(kills * 3) {
            guard killed < kills, try !isDone(queued) else { break }
            if try run(sandbox, token, killingAfter: .random(in: 0.05...0.5)) { killed += 1 }
        }
        #expect(try run(sandbox, token, killingAfter: nil) == false)
        let ended = try ends()
        #expect(Set(ended) == Set(queued))
        let uploaded = try await foreignIds(provider, token)
        #expect(uploaded.count == Self.documents)
        #expect(Set(uploaded) == Set(queued))
        let sent = sandbox.counter.count("postDocument")
        print("killed \(killed), sent \(sent), on the server \(uploaded.count), ends told \(ended.count)")
    }

    @Test("kills while uploads wait for the next attempt lose no document and send none twice")
    func killsDuringBackoff() async throws {
        let sandbox = try await SandboxServer.start(SandboxConfiguration(receipts: 0))
        let provider = SensibillAPIClient.get(
            configuration: .init(baseUrl: sandbox.baseURL.absoluteString, certificatePinningEnabled: false)
        )
        let token = try await Self.userToken(provider, sandbox)
        // In this outage nothing is accepted, so every process is killed while its documents wait.
        for (index, status) in [503, 429, 500, 408].enumerated() {
            sandbox.faults.add(Fault(.status(status), operation: "postDocument", times: index == 3 ? nil : 40))
        }
        let queued = try fill(sandbox, token, count: 30)
        #expect(Set(queued).count == 30)
        for _ in 0..<max(4, kills / 5) {
            #expect(try run(sandbox, token, killingAfter: .random(in: 0.05...0.6)))
        }
        #expect(try await foreignIds(provider, token).isEmpty)
        sandbox.faults.clear()
        #expect(try run(sandbox, token, killingAfter: nil) == false)
        #expect(Set(try ends()) == Set(queued))
        #expect(try await foreignIds(provider, token).sorted() == queued.sorted())
    }

    @Test("a folder in use by another process is refused")
    func otherProcess() async throws {
        let sandbox = try await SandboxServer.start(SandboxConfiguration(receipts: 0))
        sandbox.faults.add(Fault(.status(503), operation: "postDocument"))
        let process = child(sandbox, "token", queueing: 1)
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        defer { process.terminate() }
        _ = pipe.fileHandleForReading.availableData
        let sdk = SensibillSDK()
        let tokens = NoTokens()
        do {
            try await sdk.start(
                userIdentifier: "ada",
                tokenProvider: tokens,
                configuration: .init(
                    api: .init(baseUrl: sandbox.baseURL.absoluteString, certificatePinningEnabled: false),
                    uploads: UploadPolicy(directory: folder)
                )
            )
            Issue.record("Two processes opened the same queue.")
        } catch SensibillSDK.ServiceError.cannotStart {
            withExtendedLifetime(tokens) {}
        }
    }

    // MARK: - The child

    private func fill(
        _ sandbox: SandboxServer,
        _ token: String,
        count: Int = SensibillKillTests.documents
    ) throws -> [String] {
        let process = child(sandbox, token, queueing: count)
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        var text = ""
        while text.count(where: { $0 == "\n" }) < count {
            let data = pipe.fileHandleForReading.availableData
            if data.isEmpty { break }
            text += String(decoding: data, as: UTF8.self)
        }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        return text.split(separator: "\n").map(String.init)
    }

    private func run(_ sandbox: SandboxServer, _ token: String, killingAfter: Double?) throws -> Bool {
        let process = child(sandbox, token, queueing: 0)
        try process.run()
        if let killingAfter {
            usleep(UInt32(killingAfter * 1_000_000))
            kill(process.processIdentifier, SIGKILL)
        }
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal
    }

    private func child(_ sandbox: SandboxServer, _ token: String, queueing count: Int) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: ".build/debug/SensibillCrasher")
        process.arguments = [folder.path, sandbox.baseURL.absoluteString, token, "\(count)"]
        process.standardError = FileHandle.nullDevice
        return process
    }

    // MARK: - Results

    private func isDone(_ queued: [String]) throws -> Bool { try Set(ends()) == Set(queued) }

    /// Returns the documents whose final event was delivered, possibly repeated if the app was killed immediately
    /// afterwards.
    private func ends() throws -> [String] {
        let text = try String(contentsOf: folder.appendingPathComponent("ends"), encoding: .utf8)
        return text.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
    }

    private func foreignIds(_ provider: any SensibillAPIProvider, _ token: String) async throws -> [String] {
        let delegate = HeldToken(token)
        provider.setUserAccessTokenDelegate(delegate, withCacheIdentifier: "ada")
        var ids: [String] = []
        for try await document in provider.documents.pages(pageSize: 100).items {
            if let id = document.foreignId { ids.append(id) }
        }
        return ids
    }

    private static func userToken(_ provider: any SensibillAPIProvider, _ sandbox: SandboxServer) async throws -> String
    {
        let account = sandbox.credentials.sensibill
        let client = SensibillAPIModel.ClientCredentials(key: account.clientKey, secret: account.clientSecret)
        let grant = try await provider.authentication.authorizationGrant(
            userCredentials: .init(username: account.accessID, password: account.accessSecret),
            clientKey: account.clientKey,
            redirectUri: account.redirectURI
        ).value()
        let token = try await provider.authentication.accessToken(
            withAuthorizationCode: grant.code ?? "",
            redirectUri: account.redirectURI,
            clientCredentials: client
        ).value()
        return token.accessToken ?? ""
    }
}

/// A delegate with one token.
private final class HeldToken: UserAccessTokenDelegate {
    private let token: String

    init(_ token: String) {
        self.token = token
    }

    func currentAccessToken(for cacheIdentifier: String) -> String? { token }

    func updateToken(for cacheIdentifier: String, completion: @escaping ((any Error)?) -> Void) {
        completion(CancellationError())
    }
}

/// A token provider without tokens.
private final class NoTokens: TokenProvider {
    func provideTokenReplacement(
        userIdentifier: String,
        completion: @escaping (Result<SensibillSDK.Credentials, any Error>) -> Void
    ) {
        completion(.failure(CancellationError()))
    }
}
