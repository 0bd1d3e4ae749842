/// What the SDK needs to know of the device and of how the app came onto it.
public struct DeviceFacts: Sendable, Hashable {
    /// A version of iOS.
    public struct SystemVersion: Sendable, Hashable, Comparable {
        /// First number.
        public var major: Int
        /// Second number.
        public var minor: Int

        /// Creates a version.
        public init(_ major: Int, _ minor: Int = 0) {
            self.major = major
            self.minor = minor
        }

        /// Whether a version is older.
        public static func < (first: SystemVersion, second: SystemVersion) -> Bool {
            (first.major, first.minor) < (second.major, second.minor)
        }
    }

    /// Where the app was installed from.
    public enum Distributor: Sendable, Hashable {
        /// Apple's App Store.
        case appStore
        /// Apple's TestFlight.
        case testFlight
        /// A marketplace, by its identifier.
        case marketplace(String)
        /// The web.
        case web
        /// Something else that the system names.
        case other
        /// The system does not say.
        case unknown
    }

    /// Version of the system.
    public var system: SystemVersion

    /// Whether the app runs in a simulator.
    public var isSimulator: Bool

    /// Where the app was installed from.
    public var distributor: Distributor

    /// Region of the device, ISO 3166 alpha-2 in capitals; `nil` when unknown.
    public var region: String?

    /// Language of the device, ISO 639; `nil` when unknown.
    public var language: String?

    /// Name of the device model; `nil` when unknown.
    public var model: String?

    /// The vendor's identifier of the installation; `nil` when unknown.
    public var vendorID: String?

    /// Build number of the app; `nil` when unknown.
    public var appBuild: String?

    /// Creates facts; by default a device with iOS 17.4 and an app from Aptoide's marketplace.
    public init(
        system: SystemVersion = SystemVersion(17, 4),
        isSimulator: Bool = false,
        distributor: Distributor = .marketplace(DeviceFacts.aptoideStore),
        region: String? = nil,
        language: String? = nil,
        model: String? = nil,
        vendorID: String? = nil,
        appBuild: String? = nil
    ) {
        self.system = system
        self.isSimulator = isSimulator
        self.distributor = distributor
        self.region = region
        self.language = language
        self.model = model
        self.vendorID = vendorID
        self.appBuild = appBuild
    }

    /// Identifier of Aptoide's marketplace.
    public static let aptoideStore = "com.aptoide.ios.store"

    /// Identifier of the marketplace App Arena in Japan.
    public static let appArenaStore = "com.aptoide.ios.store.jp"
}
