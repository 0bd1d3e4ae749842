import APITesting
import Foundation
import HTTPTypes
import Testing

@_spi(Generated) @testable import APIRuntime

/// A source whose every credential is from another session, signed in by a call of another client.
private struct RotatingSource: CredentialSource {
    let identity: OperationSender
    let count = LockedState(0)

    func credential() async throws(AuthenticationError) -> AuthCredential {
        let call = OperationCall("renew", .post, "/token", security: SecurityRequirement(Wire.user))
        do {
            try await identity.sendEmpty(call, CallOptions(), failing: WireError.self)
        } catch {
            throw AuthenticationError(.unreachable, message: "\(error)")
        }
        return AuthCredential(value: "access", partition: "anna")
    }

    func refused(_ credential: AuthCredential) async throws(AuthenticationError) -> AuthCredential? { nil }

    func partition() async -> String? { "anna" }
}

/// A source whose credentials all have their own name, as rotated refresh tokens do.
private struct SpentOnceSource: CredentialSource {
    let count = LockedState(0)

    func credential() async throws(AuthenticationError) -> AuthCredential {
        let number = count.withLock { count in
            count += 1
            return count
        }
        return AuthCredential(value: "refresh-\(number)", partition: "refresh-\(number)")
    }

    func refused(_ credential: AuthCredential) async throws(AuthenticationError) -> AuthCredential? { nil }

    func partition() async -> String? { "refresh-\(count.withLock { $0 })" }
}

@Suite("Owners of the pages of a list", .timeLimit(.minutes(1)))
struct OwnerScopeTests {
    private static let secured = Wire.get(security: SecurityRequirement(Wire.user))

    private func pages(of sender: OperationSender, _ aside: @escaping @Sendable () async throws -> Void = {})
        -> PageSequence<Int>
    {
        PageSequence<Int>(cursor: { cursor in
            let note: WireNote = try await sender.send(Self.secured, CallOptions(), failing: WireError.self)
            try await aside()
            return ResultPage(items: [note.id], next: cursor.map { $0.count > 2 ? "" : $0 + "x" } ?? "x")
        })
    }

    private func notes() -> ScriptedTransport { ScriptedTransport { _ in .json(#"{"id": 1}"#) } }

    @Test("a fetch may also call another client, which has another user under the same scheme")
    func otherClient() async throws {
        let sender = try Wire.sender(notes(), credentials: ["user": .bearer("anna", partition: "anna")])
        let session = TokenSession(store: MemoryTokenStore(), refresher: RefreshServer().refresher)
        try await session.signIn(.pair(1), partition: "shop")
        let other = try Wire.sender(notes(), credentials: ["user": session])
        let all = pages(of: sender) {
            let _: WireNote = try await other.send(Self.secured, CallOptions(), failing: WireError.self)
        }
        #expect(try await all.items.reduce(0) { $0 + $1 } == 4)
    }

    @Test("a source may renew its credential with a rotated one between two pages")
    func rotation() async throws {
        let identity = try Wire.sender(notes(), credentials: ["user": SpentOnceSource()])
        let sender = try Wire.sender(notes(), credentials: ["user": RotatingSource(identity: identity)])
        #expect(try await pages(of: sender).items.reduce(0) { $0 + $1 } == 4)
    }

    @Test("a source that signs in for the first page binds all pages to that session")
    func lateSignIn() async throws {
        let session = TokenSession(refresher: TokenRefresher { $0 })
        let transport = notes()
        let sender = try Wire.sender(transport, credentials: ["user": LazySource(session: session)])
        var pages = pages(of: sender).makeAsyncIterator()
        _ = try await pages.next()
        try await session.signOut()
        try await session.signIn(.pair(2), partition: "bert")
        let error = await #expect(throws: WireError.self) { _ = try await pages.next() }
        #expect(error?.unauthenticated?.code == .sessionEnded)
        #expect(transport.requests.map { $0.header("Authorization") } == ["Bearer access-1"])
    }

    @Test("a page that was fetched ahead is not returned after the sign-out")
    func prefetched() async throws {
        let session = TokenSession(refresher: TokenRefresher { $0 })
        try await session.signIn(.pair(1), partition: "anna")
        let transport = notes()
        let sender = try Wire.sender(transport, credentials: ["user": session])
        let count = LockedState(0)
        let all = pages(of: sender) { count.withLock { $0 += 1 } }
        var pages = all.prefetching().makeAsyncIterator()
        _ = try await pages.next()
        await until { count.withLock { $0 } == 2 }
        try await session.signOut()
        try await session.signIn(.pair(2), partition: "bert")
        let error = await #expect(throws: WireError.self) { _ = try await pages.next() }
        #expect(error?.unauthenticated?.code == .sessionEnded)
    }

    @Test("events that have arrived are not returned after the sign-out")
    func bufferedEvents() async throws {
        let session = TokenSession(refresher: TokenRefresher { $0 })
        try await session.signIn(.pair(1), partition: "anna")
        let transport = ScriptedTransport { _ in
            .stream(["data: 1\n\ndata: 2\n\n"], contentType: "text/event-stream")
        }
        let sender = try Wire.sender(transport, credentials: ["user": session])
        var events = sender.sendTextEvents(Self.secured, CallOptions(), failing: WireError.self).makeAsyncIterator()
        #expect(try await events.next()?.data == "1")
        try await session.signOut()
        let error = await #expect(throws: WireError.self) { _ = try await events.next() }
        #expect(error?.unauthenticated?.code == .sessionEnded)
    }

    @Test("lines that have arrived are not returned after the sign-out")
    func bufferedLines() async throws {
        let session = TokenSession(refresher: TokenRefresher { $0 })
        try await session.signIn(.pair(1), partition: "anna")
        let transport = ScriptedTransport { _ in .stream(["1\n2\n"], contentType: "application/jsonl") }
        let sender = try Wire.sender(transport, credentials: ["user": session])
        let all = sender.sendLines(of: Int.self, Self.secured, CallOptions(), failing: WireError.self)
        var lines = all.makeAsyncIterator()
        #expect(try await lines.next() == 1)
        try await session.signOut()
        try await session.signIn(.pair(2), partition: "bert")
        let error = await #expect(throws: WireError.self) { _ = try await lines.next() }
        #expect(error?.unauthenticated?.code == .sessionEnded)
        #expect(transport.requests.count == 1)
    }

    @Test("a download or a stream that fetches a page belongs to the user of the first page", arguments: [true, false])
    func nested(_ isFile: Bool) async throws {
        let session = TokenSession(refresher: TokenRefresher { $0 })
        try await session.signIn(.pair(1), partition: "anna")
        let transport = ScriptedTransport { _ in
            isFile ? .json("1") : .stream(["data: 1\n\n"], contentType: "text/event-stream")
        }
        let sender = try Wire.sender(transport, credentials: ["user": session])
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).bin")
        defer { try? FileManager.default.removeItem(at: file) }
        let all = PageSequence<Int>(cursor: { cursor in
            if isFile {
                _ = try await sender.sendFile(Self.secured, CallOptions(), to: file, failing: WireError.self)
            } else {
                let events = sender.sendTextEvents(Self.secured, CallOptions(), failing: WireError.self)
                var iterator = events.makeAsyncIterator()
                _ = try await iterator.next()
            }
            return ResultPage(items: [1], next: cursor == nil ? "x" : "")
        })
        var pages = all.makeAsyncIterator()
        _ = try await pages.next()
        try await session.signOut()
        try await session.signIn(.pair(2), partition: "bert")
        let error = await #expect(throws: WireError.self) { _ = try await pages.next() }
        #expect(error?.unauthenticated?.code == .sessionEnded)
        #expect(transport.requests.map { $0.header("Authorization") } == ["Bearer access-1"])
    }

    @Test("pages fetched with a credential of their own belong to it")
    func ownCredential() async throws {
        let transport = notes()
        let sender = try Wire.sender(transport)
        let all = PageSequence<Int>(cursor: { cursor in
            let set = UserSet(user: .bearer("anna"))
            let call = CallOptions(credentials: set)
            let note: WireNote = try await sender.send(Self.secured, call, failing: WireError.self)
            return ResultPage(items: [note.id], next: cursor == nil ? "x" : "")
        })
        #expect(try await all.items.reduce(0) { $0 + $1 } == 2)
        #expect(transport.requests.allSatisfy { $0.header("Authorization") == "Bearer anna" })
    }
}

/// A source that signs in when its first credential is needed.
private struct LazySource: CredentialSource {
    let session: TokenSession

    func credential() async throws(AuthenticationError) -> AuthCredential {
        if await session.owner() == nil {
            do {
                try await session.signIn(.pair(1), partition: "anna")
            } catch {
                throw AuthenticationError(.unreachable, message: "\(error)")
            }
        }
        return try await session.credential()
    }

    func refused(_ credential: AuthCredential) async throws(AuthenticationError) -> AuthCredential? {
        try await session.refused(credential)
    }

    func owner() async -> CredentialOwner? { await session.owner() }

    func partition() async -> String? { await session.partition() }
}

private struct UserSet: CredentialSet {
    let user: any CredentialSource

    var sources: [String: any CredentialSource] { ["user": user] }
}
