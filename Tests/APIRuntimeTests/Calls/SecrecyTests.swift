@_spi(Generated) import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import Logging
import Testing

@Suite("no output of a failing flow contains a secret")
struct SecrecyTests {
    /// The word in every secret; encoded forms of it count as well.
    private static let word = "s3cret"
    private static let forms = [word, word.uppercased(), "czNjcmV0", "OnMzY3JldA", "zM2NyZXQ"]

    private static let schemes: [(SecurityScheme, any CredentialSource)] = [
        (SecurityScheme("bearer", .bearer), .bearer("s3cret-token")),
        (SecurityScheme("basic", .basic), .basic(user: "anna", password: "s3cret-password")),
        (SecurityScheme("header", .header("X-Key")), .apiKey("s3cret-key")),
        (SecurityScheme("query", .query("key")), .apiKey("s3cret-query-key")),
        (SecurityScheme("cookie", .cookie("sid")), .apiKey("s3cret-cookie")),
    ]

    private static let endings: [(String, ScriptedResponse)] = [
        ("documented", .json(#"{"id": 1, "text": "s3cret-body"}"#, status: 410)),
        ("undocumented", .json(#"{"x": "s3cret-body"}"#, status: 418, headers: [.setCookie: "a=s3cret"])),
        ("unreadable", .json(#"{"id": "s3cret-body"}"#)),
        ("no JSON", .json("s3cret-body")),
        ("lost", .failure(TransportError(.connection, "lost", underlying: "URLError -1005"))),
        ("refused", .status(401, headers: [.location: "https://s3cret.example"])),
        ("redirected", .failure(TransportError(.redirectRefused, "The redirect leaves https for http."))),
    ]

    @Test("no call shows a secret, for every scheme and kind of end", arguments: schemes.map(\.0), endings.map(\.0))
    func calls(_ scheme: SecurityScheme, _ ending: String) async throws {
        let shown = Shown()
        let source = try #require(Self.schemes.first { $0.0 == scheme }?.1)
        let response = try #require(Self.endings.first { $0.0 == ending }?.1)
        let sender = try Wire.sender(ScriptedTransport([response]), credentials: [scheme.name: source]) {
            $0.logger = shown.logger
            $0.observer = shown
            $0.cache = ResponseCache()
        }
        let call = secretCall(SecurityRequirement(scheme))
        var options = CallOptions(idempotencyKey: "s3cret-idempotency")
        options.setHeader("X-Mine", to: "s3cret-mine")
        do {
            let note: WireNote = try await sender.send(call, options, failing: WireError.self)
            Issue.record("The call succeeded: \(note.id)")
        } catch {
            // A documented failure is the caller's own data. Its name and status are visible to everyone.
            shown.add(error.failure as Any)
            shown.add(error.status as Any)
            shown.add(error.name)
            if case .undocumented(let response) = error { shown.add(response) }
        }
        for credential in [try await source.credential()] { shown.add(credential) }
        shown.expectNothing(of: Self.forms)
    }

    @Test("failing streams, downloads and events show no secret")
    func streams() async throws {
        let shown = Shown()
        let transport = ScriptedTransport([
            .stream(["{\"id\": \"s3cret\"}\n"]), .stream(["data: s3cret\n\n"], contentType: "text/event-stream"),
            .stream(["s3cret"], contentType: "text/plain"), .stream(["s3cret"]), .stream(["[s3cret"]),
        ])
        let sender = try Wire.sender(transport, credentials: ["user": .bearer("s3cret-token")]) {
            $0.logger = shown.logger
            $0.observer = shown
        }
        let call = secretCall(SecurityRequirement(Wire.user))
        let options = CallOptions()
        func failure(_ body: () async throws -> Void) async {
            do { try await body() } catch { shown.add(error) }
        }
        await failure {
            _ = try await all(sender.sendLines(of: WireNote.self, call, options, failing: CallFailure.self))
        }
        await failure {
            _ = try await all(sender.sendEvents(of: WireNote.self, call, options, failing: CallFailure.self))
        }
        await failure { _ = try await all(sender.sendTextEvents(call, options, failing: CallFailure.self)) }
        await failure {
            let file = URL(fileURLWithPath: "/dev/null/s3cret")
            _ = try await sender.sendFile(call, options, to: file, failing: CallFailure.self)
        }
        #expect(shown.count > 8)
        shown.expectNothing(of: Self.forms)
    }

    @Test("failing sessions, stores and sign-ins show no secret")
    func sessions() async throws {
        let shown = Shown()
        let token = OAuthToken(accessToken: "s3cret-a", refreshToken: "s3cret-r")
        let stored = StoredToken(token: token, partition: "anna")
        let refused = ScriptedResponse.json(#"{"error": "invalid_grant", "error_description": "s3cret"}"#, status: 400)
        let transport = ScriptedTransport([refused, refused, .json("s3cret"), .status(401)])
        let url = try #require(URL(string: "https://id.example.com/token"))
        let oauth = OAuthClient(
            tokenURL: url,
            clientID: "app",
            secret: "s3cret-client",
            configuration: .testing(transport)
        )
        let session = TokenSession(store: MemoryTokenStore(stored), refresher: oauth.refresher())
        var events = session.events.makeAsyncIterator()
        shown.add(try await session.credential())
        do { try await session.refresh() } catch { shown.add(error) }
        shown.add(await events.next() as Any)
        do { _ = try await oauth.token(user: "anna", password: "s3cret-p") } catch { shown.add(error) }
        do { _ = try await oauth.clientToken() } catch { shown.add(error) }
        let page = try #require(URL(string: "https://id.example.com/login"))
        let back = try #require(URL(string: "app://back"))
        let request = AuthorizationRequest(page: page, clientID: "app", redirectURL: back)
        do { _ = try await oauth.token(code: "s3cret-code", of: request) } catch { shown.add(error) }
        shown.add(token)
        shown.add(stored.token)
        shown.add(oauth)
        shown.add(RecordedPassword())
        shown.expectNothing(of: Self.forms)
    }

    /// A value with a secret property.
    private struct RecordedPassword: RedactedReflectable {
        let password = "s3cret"
    }

    private func secretCall(_ security: SecurityRequirement) -> OperationCall {
        var call = OperationCall("addNote", .post, "/notes/{noteId}", security: security)
        call.path("noteId", "s3cret-path")
        call.query("q", "s3cret-query")
        call.header("X-Trace", "s3cret-header")
        call.cookie("c", "s3cret-cookie")
        call.json(WireNote(id: 1, text: "s3cret-text"))
        return call
    }
}

/// All visible output of a flow: log lines, events, and values in every printed form.
private final class Shown: CallObserver {
    private let kept = LockedState<[String]>([])

    var count: Int { kept.withLock { $0.count } }

    var logger: Logger {
        var logger = Logger(label: "secrecy") { [self] _ in ShownHandler(shown: self) }
        logger.logLevel = .trace
        return logger
    }

    func add(_ value: Any) {
        var dumped = ""
        dump(value, to: &dumped)
        let texts = ["\(value)", String(describing: value), String(reflecting: value), dumped]
        let error = (value as? any Error).map { ["\($0.localizedDescription)", "\($0 as NSError)"] } ?? []
        kept.withLock { $0 += texts + error }
    }

    func observe(_ event: CallEvent) { add(event) }

    func observe(skipped: [DecodingFailure], operation: String) { add(skipped) }

    func expectNothing(of forms: [String], at location: SourceLocation = #_sourceLocation) {
        for text in kept.withLock({ $0 }) {
            for form in forms where text.contains(form) {
                Issue.record("shown: \(text)", sourceLocation: location)
            }
        }
        #expect(count > 0, sourceLocation: location)
    }
}

/// A log handler that adds messages and metadata to the visible output.
private struct ShownHandler: LogHandler {
    let shown: Shown
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { shown.add("\(event.message) \(event.metadata ?? [:])") }
}
