import APIRuntime
import APITesting
import Testing
import URLSessionTransport

@testable import SensibillSDK

@MainActor
@Suite("Pinning")
struct PinningTests {
    private nonisolated static let key = PinnedCertificate(
        name: "root",
        publicKeyHash: "q1PRZBmPkO0xBFmXsU5BGcBOdnFhRBWGhJ0YWg6YxEY="
    )

    @Test(
        "pinning depends on the setting, the host and the pins",
        arguments: [
            (true, "receipts.getsensibill.com", "", PinningDecision.refused),
            (true, "receipts-sandbox.sensibill.io", "", .refused),
            (true, "notsensibill.io", "", .systemTrust),
            (true, "api.example", "", .systemTrust),
            (true, "API.example", "api.example", .pinned([key])),
            (true, "receipts.getsensibill.com", "getsensibill.com", .pinned([key])),
            (false, "receipts.getsensibill.com", "getsensibill.com", .systemTrust),
        ]
    )
    func decision(isEnabled: Bool, host: String, pinned: String, expected: PinningDecision) {
        let pins = pinned.isEmpty ? [] : [DomainCertificatePins(domain: pinned, pinnedCertificates: [Self.key])]
        #expect(PinningDecision.make(isEnabled: isEnabled, host: host, pins: pins) == expected)
    }

    @Test("a pinned domain without keys refuses every server")
    func noKeys() {
        let pins = [DomainCertificatePins(domain: "api.example", pinnedCertificates: [])]
        #expect(PinningDecision.make(isEnabled: true, host: "api.example", pins: pins) == .refused)
    }

    @Test("the service's domain without pins fails with a certificate error that explains how to set them")
    func vendorWithoutPins() async throws {
        let transport = ScriptedTransport([.json("{}")])
        let client = SensibillAPIClient.get(
            configuration: .init(
                baseUrl: "https://receipts.getsensibill.com",
                client: ClientConfiguration(transport: transport)
            )
        )
        let task = try client.home.home()
        await #expect(throws: SensibillAPIClient.TaskError.serverCertificatePublicKeyUnknown) { try await task.value() }
        #expect(transport.requests.isEmpty)
        let error = SensibillAPIClient.TaskError.serverCertificatePublicKeyUnknown
        #expect(error.errorDescription?.contains("pins") == true)
        #expect(!error.canRetry)
    }

    private nonisolated static func configuration(
        _ transport: any HTTPTransport,
        keys: [PinnedCertificate] = [key]
    ) -> SensibillAPIClient.Configuration {
        .init(
            baseUrl: "https://api.example",
            pins: [.init(domain: "api.example", pinnedCertificates: keys)],
            client: ClientConfiguration(transport: transport)
        )
    }

    private nonisolated static func task(
        _ transport: any HTTPTransport,
        keys: [PinnedCertificate] = [key]
    ) throws -> SensibillAPIClient.Task<SensibillAPIModel.GeneralInfo> {
        try SensibillAPIClient.get(configuration: configuration(transport, keys: keys)).home.home()
    }

    @Test("a platform without key comparison and an untrusted certificate are reported as such")
    func noComparison() async throws {
        for code in [TransportError.Code.unsupported, .tls] {
            let transport = PinningDouble([.failure(TransportError(code, "No."))])
            let task = try Self.task(transport)
            await #expect(throws: SensibillAPIClient.TaskError.serverCertificatePublicKeyUnknown) {
                try await task.value()
            }
            #expect(transport.next.requests.count == 1)
        }
    }

    #if canImport(FoundationNetworking)
    @Test("the platform's transport, which cannot compare keys here, sends no request")
    func platform() async throws {
        let task = try Self.task(.urlSession)
        await #expect(throws: SensibillAPIClient.TaskError.serverCertificatePublicKeyUnknown) { try await task.value() }
    }
    #endif

    @Test("the platform's transport keeps its settings when keys are pinned")
    func settings() throws {
        let own = HostPins("api.example", keys: [])
        let transport = URLSessionTransport(
            connectionsPerHost: 2,
            security: TransportSecurity(pins: [own], roots: .certificates([[1]])),
            proxy: ProxyServer(host: "proxy.example", port: 3128)
        )
        let hash = try #require(Self.key.hash)
        let pinned = transport.withPins([HostPins("api.example", keys: [hash])])
        #expect(pinned.security.rule(for: "api.example")?.keys == [hash])
        #expect(pinned.security.roots == .certificates([[1]]))
        #expect(pinned.proxy == transport.proxy && pinned.proxy != nil)
        #expect(pinned.connectionsPerHost == 2)
    }

    @Test("a lost connection is not reported as a certificate error")
    func lost() async throws {
        let task = try Self.task(PinningDouble([.failure(TransportError(.connection, "Lost."))]))
        do {
            _ = try await task.value()
            Issue.record("no failure")
        } catch {
            #expect(error as? SensibillAPIClient.TaskError != .serverCertificatePublicKeyUnknown)
        }
    }

    @Test("a transport that can pin receives the keys and sends the requests", arguments: [true, false])
    func comparison(isTrusted: Bool) async throws {
        let transport = PinningDouble([isTrusted ? .refusal(500) : .failure(TransportError(.tls, "No."))])
        let task = try Self.task(transport)
        await task.execute()
        let rule = try #require(transport.asked.withLock { $0 }?.rule(for: "api.example"))
        #expect(rule.keys.map(\.description) == ["sha256/" + Self.key.publicKeyHash])
        let expected = SensibillAPIClient.TaskError.serverCertificatePublicKeyUnknown
        let error = #expect(throws: SensibillAPIClient.TaskError.self) { try task.result?.get() }
        #expect((error == expected) == !isTrusted)
        #expect(transport.next.requests.count == 1)
    }

    @Test("after a redirect from a pinned host, the keys of another pinned host are compared too")
    func redirected() async throws {
        let other = PinnedCertificate(name: "other", publicKeyHash: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
        let transport = PinningDouble([.refusal(500)])
        var configuration = Self.configuration(transport)
        configuration.pins.append(.init(domain: "files.example", pinnedCertificates: [other]))
        configuration.pins.append(.init(domain: "empty.example", pinnedCertificates: []))
        await (try SensibillAPIClient.get(configuration: configuration).home.home()).execute()
        // The transport applies the rule of each host to which it connects, after redirects as well.
        let security = try #require(transport.asked.withLock { $0 })
        let expected: [(String, Set<PublicKeyHash>?)] = [
            ("api.example", [try #require(Self.key.hash)]), ("eu.files.example", [try #require(other.hash)]),
            ("empty.example", []), ("receipts.getsensibill.com", []), ("unpinned.example", nil),
        ]
        for (host, keys) in expected { #expect(security.rule(for: host)?.keys == keys, "\(host)") }
    }

    @Test("a transport that cannot pin is neither replaced nor used for a pinned host, and the check says why")
    func noPinningTransport() async throws {
        let transport = ScriptedTransport([.json("{}")])
        let task = try Self.task(transport)
        await #expect(throws: SensibillAPIClient.TaskError.serverCertificatePublicKeyUnknown) { try await task.value() }
        #expect(transport.requests.isEmpty)
        expectInvalid(Self.configuration(transport), "the transport cannot compare keys")
        #expect(throws: Never.self) { try Self.configuration(PinningDouble([])).check() }
        #expect(throws: Never.self) { try Self.configuration(.urlSession).check() }
    }

    @Test("a key that is not a digest refuses every server, and the check names it, even as a backup key")
    func malformed() async throws {
        let broken = PinnedCertificate(name: "backup", publicKeyHash: "AAAA")
        let transport = PinningDouble([.json("{}")])
        let task = try Self.task(transport, keys: [broken])
        await #expect(throws: SensibillAPIClient.TaskError.serverCertificatePublicKeyUnknown) { try await task.value() }
        #expect(transport.next.requests.isEmpty)
        expectInvalid(Self.configuration(transport, keys: [Self.key, broken]), "the key backup")
    }

    private func expectInvalid(_ configuration: SensibillAPIClient.Configuration, _ reason: String) {
        do {
            try configuration.check()
            Issue.record("The check found no fault.")
        } catch {
            #expect(error.errorDescription?.contains(reason) == true)
        }
    }
}

/// A transport that pins, but does not send to a server.
private final class PinningDouble: CertificatePinningTransport {
    let next: ScriptedTransport
    let asked = LockedState<TransportSecurity?>(nil)

    init(_ responses: [ScriptedResponse]) {
        next = ScriptedTransport(responses)
    }

    func pinning(_ security: TransportSecurity) -> any HTTPTransport {
        asked.withLock { $0 = security }
        return next
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        throw TransportError(.connection, "Not pinned.")
    }
}
