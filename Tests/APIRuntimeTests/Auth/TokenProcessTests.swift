import APIRuntime
import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("Token file shared by processes", .serialized, .timeLimit(.minutes(3)))
struct TokenProcessTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("token-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("r1\n".utf8).write(to: server)
    }

    private var file: URL { folder.appendingPathComponent("token.json") }
    private var server: URL { folder.appendingPathComponent("server.txt") }

    private var issued: [Substring] {
        get throws { try String(contentsOf: server, encoding: .utf8).split(separator: "\n") }
    }

    @Test("a session killed at any point of a refresh has a working pair or is signed out")
    func killed() async throws {
        try await store(1)
        var kept = 0
        for round in 0..<20 {
            let process = try start(count: 1_000_000)
            // Killed at a random time after a random renewal, usually during the next one.
            try kill(process, behind: Int.random(in: 0...40))
            let entry = try await FileTokenStore(url: file).load()
            let last = try issued.count
            let found = try #require(entry?.token, "round \(round): the file is whole and there")
            let number = try #require(found.refreshToken.flatMap { Int($0.dropFirst()) })
            #expect(found.accessToken == "a\(number)", "round \(round): both halves are of one pair")
            #expect(number == last || number == last - 1, "round \(round): \(number) of \(last)")
            let session = TokenSession(
                store: FileTokenStore(url: file),
                refresher: TokenRefresher { try spend($0) }
            )
            let outcome = await failureCode { () throws(AuthenticationError) in try await session.refresh() }
            if number == last {
                kept += 1
                #expect(outcome == nil, "round \(round): the newest pair is renewed")
            } else {
                // The server has already exchanged the old refresh token, and its response was lost with the process.
                #expect(outcome == .rejected)
                #expect(try await FileTokenStore(url: file).load() == nil)
                try await store(try issued.count)
            }
        }
        #expect(kept > 0)
    }

    @Test("two processes that share the file refresh once, and both continue with the new pair")
    func two() async throws {
        for _ in 0..<5 {
            let before = try issued.count
            try await store(before)
            let processes = try [start(count: 1), start(count: 1)]
            let said = processes.map { process in
                let output = process.output.readDataToEndOfFile()
                process.process.waitUntilExit()
                return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
            }
            // A process that starts late may find the new pair in the file. Its refusal then applies to that pair, and
            // renews it.
            let after = try issued.count
            #expect(said.allSatisfy { $0.count == 1 && $0[0].hasPrefix("a") })
            #expect(Set(said.joined()).count == after - before)
            #expect((1...2).contains(after - before))
        }
    }

    @Test("a process killed while it holds the lock does not keep others from refreshing")
    func abandonedLock() async throws {
        try await store(1)
        try kill(try start(count: 1_000_000), behind: 3)
        let last = try issued.count
        try await store(last)
        let process = try start(count: 1)
        let said = String(decoding: process.output.readDataToEndOfFile(), as: UTF8.self)
        process.process.waitUntilExit()
        #expect(said == "a\(last + 1)\n")
    }

    private func store(_ number: Int) async throws {
        let token = OAuthToken(accessToken: "a\(number)", refreshToken: "r\(number)")
        try await FileTokenStore(url: file).save(StoredToken(token: token, partition: "anna"))
    }

    private func spend(_ token: OAuthToken) throws -> OAuthToken {
        let number = try issued.count
        guard token.refreshToken == "r\(number)" else { throw StatusError(status: 400) }
        let handle = try FileHandle(forWritingTo: server)
        defer { try? handle.close() }
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("r\(number + 1)\n".utf8))
        return OAuthToken(accessToken: "a\(number + 1)", refreshToken: "r\(number + 1)")
    }

    /// A running process and its output.
    private struct Running {
        let process: Process
        let output: FileHandle
    }

    private func start(count: Int) throws -> Running {
        let process = Process()
        let tool = try #require(Self.tool, "Build the whole package: TokenCrasher is missing.")
        process.executableURL = tool
        process.arguments = [file.path, server.path, "\(count)"]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        return Running(process: process, output: pipe.fileHandleForReading)
    }

    /// Kills a process while it is running, as soon as it has printed a number of lines.
    private func kill(_ running: Running, behind lines: Int) throws {
        var said = 0
        while said < lines, case let part = running.output.availableData, !part.isEmpty {
            said += part.count(where: { $0 == 0x0a })
        }
        Foundation.kill(running.process.processIdentifier, SIGKILL)
        running.process.waitUntilExit()
        #expect(running.process.terminationReason == .uncaughtSignal)
    }

    private static var tool: URL? {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        for _ in 0..<5 {
            let candidate = folder.appendingPathComponent("TokenCrasher")
            if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
            folder.deleteLastPathComponent()
        }
        return nil
    }
}
