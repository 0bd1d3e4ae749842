import APIRuntime
import Foundation
import SandboxServer
import Testing

@testable import AppCoinsSDK

@Suite("Initialising")
struct SetUpTests {
    @Test(
        "the documented Keychain group is recognized with any team, and found for the team of another group",
        arguments: [
            ("ABCDE12345.com.aptoide.appcoins-wallet", true), ("com.aptoide.appcoins-wallet", true),
            ("ABCDE12345.com.example.game", false), ("ABCDE12345.other.com.aptoide.appcoins-wallet", false),
            ("ABCDE12345.com.aptoide.appcoins-wallet.more", false),
        ]
    )
    func keychainGroup(group: String, isDocumented: Bool) {
        #expect(KeychainGroup.isDocumented(group) == isDocumented)
        if group.hasPrefix("ABCDE") {
            #expect(KeychainGroup.documented(inTeamOf: group) == "ABCDE12345.com.aptoide.appcoins-wallet")
        }
    }

    @Test("missing integration steps are listed, but not those whose state is unknown")
    func missing() {
        let domain = "com.example.app"
        #expect(SetUpFacts().missing(domain: domain).isEmpty)
        let whole = SetUpFacts(hasKeychainGroup: true, urlSchemes: ["x", "\(domain).iap"], sellsDigitalGoods: true)
        #expect(whole.missing(domain: domain).isEmpty)
        let none = SetUpFacts(hasKeychainGroup: false, urlSchemes: [domain], sellsDigitalGoods: false)
        #expect(none.missing(domain: domain) == [.keychainGroup, .urlType, .digitalGoods])
    }

    @Test("repeated initialize calls log a missing step once and fetch the guest once")
    func idempotent() async throws {
        let heard = LockedState<[String]>([])
        try await Bench.run { environment, _ in
            environment.log = { text in heard.withLock { $0.append(text) } }
            environment.setUp = { SetUpFacts(sellsDigitalGoods: false) }
        } _: { bench in
            for _ in 0..<3 { bench.billing.initialize() }
            while bench.billing.settings.text(.guestUID) == nil {
                try Task.checkCancellation()
                await Task.yield()
            }
            #expect(heard.withLock { $0.count } == 1)
            #expect(heard.withLock { $0.first?.contains("MKSellsDigitalGoods") } == true)
            #expect(bench.sandbox.counter.count("getAttribution") == 1)
            #expect(bench.billing.missingSetUp == [.digitalGoods])
        }
    }

    @Test("an app from the App Store sends no attribution request")
    func unavailable() async throws {
        try await Bench.run { environment, _ in
            environment.device = { DeviceFacts(distributor: .appStore) }
        } _: { bench in
            let products = try await bench.billing.products()
            #expect(!products.isEmpty)
            #expect(bench.sandbox.counter.count("getAttribution") == 0)
        }
    }

    @Test("attribution's User-Agent contains SDK, system, app and installation")
    func userAgent() {
        let device = DeviceFacts(model: "iPhone15,2", vendorID: "V", appBuild: "7")
        let text = BuildFacts.attributionAgent(domain: "com.example.app", device: device)
        let digest = "a77eab3ad948fdad4416cf8e33a06981"
        let phone = "iPhone; iOS 17.4; 17; iPhone15,2; arm64"
        #expect(text == "iOSAppCoinsSDK/4.3.2 (\(phone); com.example.app; 7; \(digest); 0x0; V)")
    }
}
