import APIRuntime
import APITesting
import Testing

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

    private nonisolated static func provider(
        key: PinnedCertificate = key,
        pinning: PinningTransports = .platform
    ) -> LiveAPIProvider {
        LiveAPIProvider(
            configuration: .init(
                baseUrl: "https://api.example",
                pins: [.init(domain: "api.example", pinnedCertificates: [key])]
            ),
            pinning: pinning
        )
    }

    @Test("a platform without key comparison sends no request, and an untrusted certificate is reported")
    func noComparison() async throws {
        for code in [TransportError.Code.unsupported, .tls] {
            let transport = ScriptedTransport([.failure(TransportError(code, "No."))])
            let task = try Self.provider(pinning: PinningTransports { _ in transport }).home.home()
            await #expect(throws: SensibillAPIClient.TaskError.serverCertificatePublicKeyUnknown) {
                try await task.value()
            }
        }
    }

    #if canImport(FoundationNetworking)
    @Test("the platform's transport, which cannot compare keys here, sends no request")
    func platform() async throws {
        let task = try Self.provider().home.home()
        await #expect(throws: SensibillAPIClient.TaskError.serverCertificatePublicKeyUnknown) { try await task.value() }
    }
    #endif

    @Test("a lost connection is not reported as a certificate error")
    func lost() async throws {
        let transport = ScriptedTransport([.failure(TransportError(.connection, "Lost."))])
        let task = try Self.provider(pinning: PinningTransports { _ in transport }).home.home()
        do {
            _ = try await task.value()
            Issue.record("no failure")
        } catch {
            #expect(error as? SensibillAPIClient.TaskError != .serverCertificatePublicKeyUnknown)
        }
    }

    @Test("the runtime pins the keys of the host and its subdomains")
    func comparison() async throws {
        let transport = ScriptedTransport([.refusal(500)])
        let asked = LockedState<TransportSecurity?>(nil)
        let pinning = PinningTransports { security in
            asked.withLock { $0 = security }
            return transport
        }
        await (try Self.provider(pinning: pinning).home.home()).execute()
        #expect(transport.requests.count == 1)
        let rule = try #require(asked.withLock { $0 }?.rule(for: "api.example"))
        #expect(rule.keys.map(\.description) == ["sha256/" + Self.key.publicKeyHash])
    }

    @Test("a custom transport that can pin receives the keys and sends the requests", arguments: [true, false])
    func customTransport(isTrusted: Bool) async throws {
        let transport = PinningDouble(isTrusted: isTrusted)
        let client = SensibillAPIClient.get(
            configuration: .init(
                baseUrl: "https://api.example",
                pins: [.init(domain: "api.example", pinnedCertificates: [Self.key])],
                client: ClientConfiguration(transport: transport)
            )
        )
        let task = try client.home.home()
        await task.execute()
        let rule = try #require(transport.asked.withLock { $0 }?.rule(for: "api.example"))
        #expect(rule.keys.map(\.description) == ["sha256/" + Self.key.publicKeyHash])
        let expected = SensibillAPIClient.TaskError.serverCertificatePublicKeyUnknown
        let error = #expect(throws: SensibillAPIClient.TaskError.self) { try task.result?.get() }
        #expect((error == expected) == !isTrusted)
        #expect(transport.next.requests.count == 1)
    }

    @Test("a key that is not a digest refuses every server")
    func malformed() async throws {
        let transport = ScriptedTransport([.json("{}")])
        let task = try Self.provider(
            key: PinnedCertificate(name: "broken", publicKeyHash: "AAAA"),
            pinning: PinningTransports { _ in transport }
        ).home.home()
        await #expect(throws: SensibillAPIClient.TaskError.serverCertificatePublicKeyUnknown) { try await task.value() }
        #expect(transport.requests.isEmpty)
    }
}

/// A transport that pins, but does not send to a server.
private final class PinningDouble: CertificatePinningTransport {
    let next: ScriptedTransport
    let asked = LockedState<TransportSecurity?>(nil)

    init(isTrusted: Bool) {
        next = ScriptedTransport([isTrusted ? .refusal(500) : .failure(TransportError(.tls, "No."))])
    }

    func pinning(_ security: TransportSecurity) -> any HTTPTransport {
        asked.withLock { $0 = security }
        return next
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        throw TransportError(.connection, "Not pinned.")
    }
}
