import Testing

@testable import AppCoinsSDK

@Suite("Availability")
struct AvailabilityTests {
    private typealias Facts = DeviceFacts

    @Test(
        "the distributor determines availability on a device with iOS 17.4",
        arguments: [
            (DeviceFacts.Distributor.appStore, false), (.testFlight, false), (.unknown, false), (.web, true),
            (.other, true), (.marketplace("com.aptoide.ios.store"), true), (.marketplace("com.other"), true),
        ]
    )
    func distributors(distributor: DeviceFacts.Distributor, isAvailable: Bool) {
        #expect(Self.rules(DeviceFacts(distributor: distributor)).isAvailable == isAvailable)
    }

    @Test(
        "system versions before 17.4 are unavailable",
        arguments: [(17, 3, false), (17, 4, true), (16, 9, false), (18, 0, true), (26, 1, true)]
    )
    func systems(major: Int, minor: Int, isAvailable: Bool) {
        let device = DeviceFacts(system: DeviceFacts.SystemVersion(major, minor))
        #expect(Self.rules(device).isAvailable == isAvailable)
    }

    @Test("a simulator is available from version 17.4")
    func simulator() {
        #expect(Self.rules(DeviceFacts(isSimulator: true, distributor: .unknown)).isAvailable)
        let old = DeviceFacts(system: DeviceFacts.SystemVersion(17, 0), isSimulator: true)
        #expect(!Self.rules(old).isAvailable)
    }

    @Test("the toggle overrides the device in both directions, but has no effect on an app from the App Store")
    func toggle() {
        #expect(Self.rules(DeviceFacts(distributor: .testFlight), toggle: true).isAvailable)
        #expect(!Self.rules(DeviceFacts(distributor: .appStore), toggle: true).isAvailable)
        #expect(!Self.rules(DeviceFacts(isSimulator: true, distributor: .appStore), toggle: false).isAvailable)
        #expect(!Self.rules(DeviceFacts(), toggle: false).isAvailable)
    }

    @Test("an unknown distributor may be the App Store, so that the toggle needs a development build")
    func unknownDistributor() {
        // Before iOS 17.4, no app has a known distributor.
        for system in [DeviceFacts.SystemVersion(17, 0), DeviceFacts.SystemVersion(17, 4)] {
            for isDevelopment in [true, false] {
                let device = DeviceFacts(system: system, distributor: .unknown, isDevelopmentBuild: isDevelopment)
                #expect(Self.rules(device, toggle: true).isAvailable == isDevelopment)
                #expect(!Self.rules(device, toggle: false).isAvailable)
            }
        }
    }

    @Test("the vendor's test app is always available")
    func development() {
        var rules = Self.rules(DeviceFacts(distributor: .appStore), toggle: false)
        rules.domain = "com.appcoins.trivialdrivesample.test"
        #expect(rules.isAvailable)
    }

    @Test(
        "a storefront override determines availability in development builds",
        arguments: [
            (AppcStorefront(locale: "USA"), false), (AppcStorefront(locale: "PRT"), true),
            (AppcStorefront(locale: "PRT", marketplace: .aptoide), true),
            (AppcStorefront(locale: "PRT", marketplace: .apple), false),
            (AppcStorefront(marketplace: .apple), true),
        ]
    )
    func storefront(storefront: AppcStorefront, isAvailable: Bool) {
        var rules = Self.rules(DeviceFacts())
        rules.storefront = storefront
        #expect(rules.isAvailable == isAvailable)
    }

    @Test("the table of storefronts is complete")
    func storefronts() {
        #expect(AppcStorefront.codes.count == 175)
        #expect(AppcStorefront.europeanUnion.count == 27)
        #expect(AppcStorefront.europeanUnion.isSubset(of: AppcStorefront.codes))
    }

    private static func rules(_ device: DeviceFacts, toggle: Bool? = nil) -> AvailabilityRules {
        AvailabilityRules(domain: "com.example.app", toggle: toggle, device: device)
    }
}
