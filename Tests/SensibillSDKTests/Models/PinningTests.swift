import APIRuntime
import APITesting
import Testing

@testable import SensibillSDK

@MainActor
@Suite("Pinning")
struct PinningTests {
    private nonisolated static let key = PinnedCertificate(name: "root", publicKeyHash: "AAAA")

    @Test(
        "which hosts are pinned",
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

    @Test("a domain with no keys refuses every server")
    func noKeys() {
        let pins = [DomainCertificatePins(domain: "api.example", pinnedCertificates: [])]
        #expect(PinningDecision.make(isEnabled: true, host: "api.example", pins: pins) == .refused)
    }

    @Test("the service's own domain without keys fails with the certificate error, which says how to give keys")
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

    @Test("a platform that cannot compare keys sends nothing")
    func noComparison() async throws {
        let provider = LiveAPIProvider(
            configuration: .init(
                baseUrl: "https://api.example",
                pins: [.init(domain: "api.example", pinnedCertificates: [Self.key])]
            ),
            pinning: PinningTransports { _ in nil }
        )
        let task = try provider.home.home()
        await #expect(throws: SensibillAPIClient.TaskError.serverCertificatePublicKeyUnknown) { try await task.value() }
    }

    @Test("a platform that compares keys gets those of the host")
    func comparison() async throws {
        let transport = ScriptedTransport([.refusal(500)])
        let provider = LiveAPIProvider(
            configuration: .init(
                baseUrl: "https://api.example",
                pins: [.init(domain: "api.example", pinnedCertificates: [Self.key])]
            ),
            pinning: PinningTransports { keys in keys == [Self.key] ? transport : nil }
        )
        await (try provider.home.home()).execute()
        #expect(transport.requests.count == 1)
    }

    @Test("the bytes in front of a key say its kind and length")
    func encodings() {
        #expect(KeyEncoding.prefix(isElliptic: true, bits: 256)?.count == 26)
        #expect(KeyEncoding.prefix(isElliptic: true, bits: 384)?.count == 23)
        #expect(KeyEncoding.prefix(isElliptic: false, bits: 2048)?.count == 24)
        #expect(KeyEncoding.prefix(isElliptic: false, bits: 1024) == nil)
    }
}
