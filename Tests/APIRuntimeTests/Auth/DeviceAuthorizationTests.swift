import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import SeededTesting
import Testing

@Suite("Sign-ins on another device")
struct DeviceAuthorizationTests {
    private static let started = #"""
        {"device_code": "d1", "user_code": "WDJB-MJHT", "verification_uri": "https://id.example.com/device",
         "verification_uri_complete": "https://id.example.com/device?code=WDJB-MJHT", "expires_in": 600, "interval": 7}
        """#
    private static let token = ScriptedResponse.json(#"{"access_token": "a1", "expires_in": 3600}"#)

    @Test("the user's code is shown, and the token is requested in the server's interval until the user has signed in")
    func flow() async throws {
        let transport = ScriptedTransport([
            .json(Self.started), Self.failure("authorization_pending"), Self.failure("slow_down"),
            .status(503), .failure(TransportError(.timedOut, "late")), Self.token,
        ])
        let clock = LeapingClock()
        let oauth = try client(transport, clock)
        let device = try await oauth.deviceAuthorization(scopes: ["read", "write"])
        #expect(device.userCode == "WDJB-MJHT")
        #expect(device.verificationURL.absoluteString == "https://id.example.com/device")
        #expect(device.completeVerificationURL?.query == "code=WDJB-MJHT")
        #expect(device.expiresAt == clock.date.now.addingTimeInterval(600))
        #expect(try await oauth.token(of: device).accessToken == "a1")
        #expect(clock.waits == [7, 7, 12, 24, 48].map { .seconds($0) })
        #expect(
            transport.requests.map { "\($0.line) \($0.text)" } == [
                "POST /oauth/device audience=api&client_id=tv&scope=read%20write"
            ]
                + Array(
                    repeating: "POST /oauth/token audience=api&client_id=tv&device_code=d1"
                        + "&grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code",
                    count: 5
                )
        )
    }

    @Test("a client with a secret sends it in the header of both requests, and its ID to start the sign-in")
    func secret() async throws {
        let transport = ScriptedTransport([.json(Self.started), Self.token])
        let oauth = try client(transport, LeapingClock(), secret: "s")
        _ = try await oauth.token(of: oauth.deviceAuthorization())
        let field = "Basic \(Data("tv:s".utf8).base64EncodedString())"
        #expect(transport.requests.map { $0.header("authorization") } == [field, field])
        #expect(transport.requests.map { $0.text.contains("client_id=tv") } == [true, false])
        #expect(transport.requests.allSatisfy { !$0.text.contains("client_secret") })
    }

    @Test(
        "a refusal ends the sign-in, and no further request is sent",
        arguments: ["access_denied", "expired_token", "invalid_grant", "invalid_client"]
    )
    func refusals(_ code: String) async throws {
        let transport = ScriptedTransport([.json(Self.started), Self.failure(code)])
        let oauth = try client(transport, LeapingClock())
        let device = try await oauth.deviceAuthorization()
        let error = await #expect(throws: OAuthFailure.self) { try await oauth.token(of: device) }
        #expect(error?.code == code)
        #expect(transport.requests.count == 2)
    }

    @Test(
        "a refusal ends the sign-in whatever its status, and a server that cannot reply now is asked again",
        arguments: [
            ("access_denied", 500, false), ("invalid_client", 503, false), ("authorization_pending", 200, true),
            ("slow_down", 200, true), ("temporarily_unavailable", 400, true), ("server_error", 500, true),
            ("", 503, true),
            ("", 429, true), ("", 200, false), ("", 404, false), ("access_denied", 200, false),
        ]
    )
    func statuses(_ code: String, _ status: Int, _ continues: Bool) async throws {
        let transport = ScriptedTransport([.json(Self.started), Self.failure(code, status), Self.token])
        let oauth = try client(transport, LeapingClock())
        let device = try await oauth.deviceAuthorization()
        var thrown: OAuthFailure?
        do throws(OAuthFailure) { _ = try await oauth.token(of: device) } catch { thrown = error }
        #expect(transport.requests.count == (continues ? 3 : 2))
        #expect(thrown == (continues ? nil : OAuthFailure(code.isEmpty ? "unreadable_response" : code, status: status)))
    }

    @Test("lost requests are repeated less and less often, until the server replies or half of the time is over")
    func backOff() async throws {
        let lost = ScriptedResponse.failure(TransportError(.unreachable, "lost"))
        let clock = LeapingClock()
        let transport = ScriptedTransport(
            [.json(Self.started), lost, lost, Self.failure("authorization_pending")] + Array(repeating: lost, count: 20)
        )
        let oauth = try client(transport, clock)
        let device = try await oauth.deviceAuthorization()
        let error = await #expect(throws: OAuthFailure.self) { try await oauth.token(of: device) }
        #expect(error?.code == "expired_token")
        let waits = clock.waits.map { $0 / .seconds(1) }
        #expect(waits.prefix(9) == [7, 14, 28, 7, 14, 28, 56, 112, 167])
        #expect(waits.dropFirst(9) == [83.5, 41.75, 20.875, 10.4375, 7])
    }

    @Test("a server's Retry-After is followed, also if the code expires first")
    func retryAfter() async throws {
        let clock = LeapingClock()
        let transport = ScriptedTransport([
            .json(Self.started), .status(429, headers: [.retryAfter: "100"]), Self.failure("authorization_pending"),
            .status(503, headers: [.retryAfter: "3600"]),
        ])
        let oauth = try client(transport, clock)
        let device = try await oauth.deviceAuthorization()
        let error = await #expect(throws: OAuthFailure.self) { try await oauth.token(of: device) }
        #expect(error?.code == "expired_token")
        #expect(clock.waits == [7, 100, 7].map { .seconds($0) })
    }

    @Test("an endpoint for devices that is not encrypted does not affect other grants")
    func insecureDeviceEndpoint() async throws {
        let transport = ScriptedTransport([Self.token])
        let oauth = OAuthClient(
            tokenURL: try #require(URL(string: "https://id.example.com/oauth/token")),
            deviceAuthorizationURL: URL(string: "http://id.example.com/device"),
            clientID: "tv",
            configuration: .testing(transport)
        )
        #expect(try await oauth.clientToken().accessToken == "a1")
    }

    @Test("waiting ends when the task is cancelled")
    func cancellation() async throws {
        let transport = ScriptedTransport([.json(Self.started)])
        let clock = TestClock()
        let oauth = try client(transport, configuration: .testing(transport, clock: clock))
        let device = try await oauth.deviceAuthorization()
        let task = Task {
            do throws(OAuthFailure) {
                _ = try await oauth.token(of: device)
                return nil as TransportError.Code?
            } catch {
                return error.failure?.code
            }
        }
        await clock.sleepers(1)
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(transport.requests.count == 1)
    }

    @Test(
        "a response without a usable code or page starts no sign-in",
        arguments: [
            "{}", "s3cret", "[]",
            #"{"device_code": "", "user_code": "U", "verification_uri": "https://a.example", "expires_in": 9}"#,
            #"{"device_code": "d", "user_code": "", "verification_uri": "https://a.example", "expires_in": 9}"#,
            #"{"device_code": "d", "user_code": "U", "verification_uri": "tel:110", "expires_in": 9}"#,
            #"{"device_code": "d", "user_code": "U", "verification_uri": "javascript:alert(1)", "expires_in": 9}"#,
            #"{"device_code": "d", "user_code": "U", "verification_uri": "https://", "expires_in": 9}"#,
            #"{"device_code": "d", "user_code": "U", "verification_uri": "https://a.example"}"#,
            #"{"device_code": "d", "user_code": "U", "verification_uri": "https://a.example", "expires_in": -1}"#,
            #"{"device_code": "d", "user_code": "U", "verification_uri": "https://a.example", "expires_in": 1e300}"#,
        ]
    )
    func unusable(_ response: String) async throws {
        let oauth = try client(ScriptedTransport([.json(response)]), LeapingClock())
        let error = await #expect(throws: OAuthFailure.self) { try await oauth.deviceAuthorization() }
        #expect(error?.code == "unreadable_response")
        #expect(error.map { "\($0) \($0.localizedDescription)" }?.contains("s3cret") == false)
    }

    @Test(
        "an interval that makes no sense is the shortest or the longest one",
        arguments: [("0", 1), ("-5", 1), ("\"3\"", 3), ("null", 5), ("1e300", 5), ("9007199254740992", 86_400)]
    )
    func intervals(_ interval: String, _ seconds: Int) async throws {
        let started = #"""
            {"device_code": "d", "user_code": "U", "verification_url": "https://a.example/device",
             "expires_in": 1000000000, "interval": \#(interval)}
            """#
        let clock = LeapingClock()
        let oauth = try client(ScriptedTransport([.json(started), Self.token]), clock)
        _ = try await oauth.token(of: oauth.deviceAuthorization())
        #expect(clock.waits == [.seconds(seconds)])
    }

    @Test("no sign-in starts without an endpoint, or at one that is not encrypted")
    func endpoints() async throws {
        let transport = ScriptedTransport([])
        for (address, code) in [
            (nil, "no_device_authorization_url"), ("http://id.example.com/device", "insecure_token_url"),
        ] {
            let oauth = OAuthClient(
                tokenURL: try #require(URL(string: "https://id.example.com/oauth/token")),
                deviceAuthorizationURL: address.flatMap { URL(string: $0) },
                clientID: "tv",
                configuration: .testing(transport)
            )
            let error = await #expect(throws: OAuthFailure.self) { try await oauth.deviceAuthorization() }
            #expect(error?.code == code)
        }
        #expect(transport.requests.isEmpty)
    }

    @Test("the device's secret is not shown")
    func secrecy() async throws {
        let started = Self.started.replacingOccurrences(of: "d1", with: "s3cret")
        let oauth = try client(ScriptedTransport([.json(started)]), LeapingClock())
        let device = try await oauth.deviceAuthorization()
        var dumped = ""
        dump(device, to: &dumped)
        #expect(!"\(device) \(String(reflecting: device)) \(dumped)".contains("s3cret"))
    }

    /// Plays random servers, and checks for each that no request comes sooner than the server allows, that none comes
    /// after the code has expired, and that the result is the server's decision.
    @Test("no order of responses makes a device impatient or lose the user's decision", arguments: 1...300)
    func histories(_ seed: Int) async throws {
        var random = SeededRandom(seed: UInt64(seed))
        let decision = ["token", "access_denied", "expired_token", "never"].randomElement(using: &random) ?? "never"
        let failures = (0..<Int.random(in: 0...40, using: &random)).map { _ in
            ["authorization_pending", "slow_down", "200", "503", "429", "lost"].randomElement(using: &random) ?? "lost"
        }
        let clock = LeapingClock()
        let start = clock.date.now
        let server = LockedState((requests: 0, allowed: 7.0, asked: 0.0, latest: start))
        let transport = ScriptedTransport { request throws(TransportError) in
            guard request.path == "/oauth/token" else { return .json(Self.started) }
            let now = clock.date.now
            let number = server.withLock { server in
                #expect(now.timeIntervalSince(server.latest) >= max(server.allowed, server.asked))
                server.asked = 0
                #expect(now < start.addingTimeInterval(600))
                server.latest = now
                server.requests += 1
                return server.requests - 1
            }
            guard number < failures.count else {
                return switch decision {
                case "token": Self.token
                case "never": Self.failure("authorization_pending")
                default: Self.failure(decision)
                }
            }
            switch failures[number] {
            case "lost": throw TransportError(.connection, "lost")
            case "503": return .status(503)
            case "200": return Self.failure("authorization_pending", 200)
            case "429":
                server.withLock { $0.asked = 45 }
                return .status(429, headers: [.retryAfter: "45"])
            default:
                if failures[number] == "slow_down" { server.withLock { $0.allowed += 5 } }
                return Self.failure(failures[number])
            }
        }
        let oauth = try client(transport, clock)
        let device = try await oauth.deviceAuthorization()
        var result = "token"
        do throws(OAuthFailure) { _ = try await oauth.token(of: device) } catch { result = error.code }
        let isDecided = server.withLock { $0.requests } > failures.count
        #expect(result == (isDecided && decision != "never" ? decision : "expired_token"))
    }

    private static func failure(_ code: String, _ status: Int = 400) -> ScriptedResponse {
        .json(#"{"error": "\#(code)", "error_description": "s3cret"}"#, status: status)
    }

    private func client(
        _ transport: ScriptedTransport,
        _ clock: LeapingClock,
        secret: String? = nil
    ) throws -> OAuthClient {
        try client(transport, secret: secret, configuration: .testing(transport, clock: clock, date: clock.date))
    }

    private func client(
        _ transport: ScriptedTransport,
        secret: String? = nil,
        configuration: ClientConfiguration
    ) throws -> OAuthClient {
        OAuthClient(
            tokenURL: try #require(URL(string: "https://id.example.com/oauth/token")),
            deviceAuthorizationURL: URL(string: "https://id.example.com/oauth/device"),
            clientID: "tv",
            secret: secret,
            parameters: ["audience": "api"],
            configuration: configuration
        )
    }
}

/// A clock that does not wait: each sleep advances its date and is recorded.
private final class LeapingClock: Clock {
    let date = APITesting.TestDate()
    private let recorded = LockedState<[Duration]>([])

    var now: TestClock.Instant {
        .init(offset: .seconds(date.now.timeIntervalSince(APITesting.TestDate().now)))
    }

    var minimumResolution: Duration { .zero }

    var waits: [Duration] { recorded.withLock { $0 } }

    func sleep(until deadline: TestClock.Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        let wait = now.duration(to: deadline)
        recorded.withLock { $0.append(wait) }
        date.advance(by: wait / .seconds(1))
    }
}
