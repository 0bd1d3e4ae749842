import APIRuntime
import Foundation
import SandboxServer
import Testing

@testable import AnybillBase

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

// A process is killed during its work; the next process must find consistent data.
@Suite("Process kills", .timeLimit(.minutes(2)))
@MainActor
struct KillTests {
    private nonisolated static let moments = [0, 1, 2, 3, 5, 8, 13, 21]

    @Test("a process killed during a query leaves whole pages, and continuing completes the list", arguments: moments)
    func query(lines: Int) async throws {
        let folder = TemporaryFolder()
        try await LiveBench.run(receipts: 45) { bench async throws in
            _ = try await Crasher.run("query", bench.server, folder.url, lines: lines)
            let next = LiveBench(bench.server, storage: folder.location)
            await next.receipts.waitUntilLoaded()
            let kept = next.shown.count
            #expect(kept % 10 == 0 || kept == 45)
            guard try await next.context.session.current() != nil, next.context.storage.current != nil else {
                #expect(kept == 0)
                return
            }
            while try await next.receipts.continueReceiptQuery(take: 10).receipts.isEmpty == false {}
            #expect(Set(next.shown).count == 45 && next.shown.count == 45)
            let dates = next.receipts.observableReceipts.map(\.head.date)
            #expect(dates == dates.sorted(by: >))
        }
    }

    @Test("an edit confirmed before the process was killed is kept", arguments: moments)
    func edit(lines: Int) async throws {
        let folder = TemporaryFolder()
        try await LiveBench.run { bench async throws in
            let said = try await Crasher.run("edit", bench.server, folder.url, lines: lines)
            let next = LiveBench(bench.server, storage: folder.location)
            await next.receipts.waitUntilLoaded()
            var confirmed: [String: Int] = [:]
            for line in said {
                let words = line.split(separator: " ")
                if words.count == 3 { confirmed[String(words[0])] = Int(words[2]) }
            }
            for (id, number) in confirmed {
                let note = next.receipts.observableReceipts.first { $0.id == id }?.misc.note
                let kept = note?.split(separator: " ").last.flatMap { Int($0) }
                #expect((kept ?? -1) >= number)
            }
        }
    }

    @Test(
        "edits without a connection survive the kills of an app and its extension, and are sent afterwards",
        arguments: [2, 3, 5, 9, 14, 22]
    )
    func keptEdits(lines: Int) async throws {
        let folder = TemporaryFolder()
        try await LiveBench.run { bench async throws in
            var said = try await Crasher.run("keep", bench.server, folder.url, lines: lines)
            said += try await Crasher.run("keep-on", bench.server, folder.url, lines: lines)
            said += try await Crasher.run("keep-on", bench.server, folder.url, lines: 1)
            #expect(!said.contains("the list is empty"))
            let next = LiveBench(bench.server, storage: folder.location, keepsEdits: true)
            try await next.receipts.sendOfflineEdits()
            try await next.receipts.initiateReceiptQuery()
            while await !next.context.library.isSettled { await Task.yield() }
            let fresh = LiveBench(bench.server)
            try await fresh.auth.loginTokenUser(tokenUser: bench.server.credentials.anybill.user.token)
            let receipts = try await fresh.receipts.initiateReceiptQuery().receipts
            var confirmed: [String: Int] = [:]
            for line in said {
                let words = line.split(separator: " ")
                if words.count == 3 { confirmed[String(words[0])] = Int(words[2]) }
            }
            #expect(!confirmed.isEmpty)
            for (id, number) in confirmed {
                let note = receipts.first { $0.id == id }?.misc.note
                let sent = note?.split(separator: " ").last.flatMap { Int($0) }
                #expect((sent ?? -1) >= number)
            }
            let shown = next.receipts.observableReceipts.map(\.misc.note)
            #expect(shown == receipts.map(\.misc.note))
        }
    }

    @Test("a process killed between users leaves no data of one user to the next", arguments: moments)
    func login(lines: Int) async throws {
        let folder = TemporaryFolder()
        try await LiveBench.run { bench async throws in
            _ = try await Crasher.run("login", bench.server, folder.url, lines: lines)
            let next = LiveBench(bench.server, storage: folder.location)
            await next.receipts.waitUntilLoaded()
            let shown = next.shown
            // The two users have 12 and 5 receipts: the shown receipts must be the complete list of one of them.
            #expect([0, 5, 12].contains(shown.count))
            let user = try? await next.auth.getUserInfo()
            let owners = [
                bench.server.credentials.anybill.user.id: 12, bench.server.credentials.anybill.otherUser.id: 5,
            ]
            if let user {
                #expect(next.shown.isEmpty || next.shown.count == owners[user.id])
            } else {
                #expect(next.shown.isEmpty)
            }
            let other = bench.server.credentials.anybill.otherUser
            try await next.auth.loginTokenUser(tokenUser: other.token)
            #expect(next.shown.isEmpty)
            #expect(try await next.receipts.initiateReceiptQuery().receipts.count == 5)
            let users = try FileManager.default.contentsOfDirectory(
                atPath: folder.url.appendingPathComponent("users").path
            )
            #expect(users == [next.context.storage.current?.partition])
        }
    }
}

/// A runner for the process to kill.
private enum Crasher {
    /// Starts the process and kills it as soon as it has printed a number of lines.
    ///
    /// - Returns: All printed lines, including those that were buffered when the process was killed.
    static func run(_ mode: String, _ server: SandboxServer, _ folder: URL, lines: Int) async throws -> [String] {
        let tool = try #require(executable, "Build the whole package: AnybillCrasher is missing.")
        let accounts = server.credentials.anybill
        let process = Process()
        process.executableURL = tool
        process.arguments = [
            mode, server.baseURL.absoluteString, folder.path, accounts.user.accessToken, accounts.user.refreshToken,
            accounts.otherUser.accessToken, accounts.otherUser.refreshToken,
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let said = await read(output.fileHandleForReading, of: process.processIdentifier, lines: lines)
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal, "\(said.prefix(3))")
        return said
    }

    /// Reads the output on a separate thread, because the sandbox in this process must continue in the meantime.
    private static func read(_ handle: FileHandle, of process: Int32, lines: Int) async -> [String] {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var said = Data()
                var isKilled = false
                if lines == 0 {
                    kill(process, SIGKILL)
                    isKilled = true
                }
                while case let part = handle.availableData, !part.isEmpty {
                    said += part
                    if !isKilled, said.count(where: { $0 == 0x0a }) >= lines {
                        kill(process, SIGKILL)
                        isKilled = true
                    }
                }
                let text = String(decoding: said, as: UTF8.self).split(
                    separator: "\n",
                    omittingEmptySubsequences: false
                )
                // An incomplete line does not confirm anything.
                continuation.resume(returning: text.dropLast().map(String.init))
            }
        }
    }

    /// The executable, which is built into the folder of the tests.
    private static var executable: URL? {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        for _ in 0..<5 {
            let candidate = folder.appendingPathComponent("AnybillCrasher")
            if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
            folder.deleteLastPathComponent()
        }
        return nil
    }
}
