/// The device and the origin of the app.
public struct DeviceFacts: Sendable, Hashable {
    /// A version of iOS.
    public struct SystemVersion: Sendable, Hashable, Comparable {
        /// The major version number.
        public var major: Int
        /// The minor version number.
        public var minor: Int

        /// Creates a version.
        public init(_ major: Int, _ minor: Int = 0) {
            self.major = major
            self.minor = minor
        }

        /// Returns whether the first version is older.
        public static func < (first: SystemVersion, second: SystemVersion) -> Bool {
            (first.major, first.minor) < (second.major, second.minor)
        }
    }

    /// The source from which the app was installed.
    public enum Distributor: Sendable, Hashable {
        /// Apple's App Store.
        case appStore
        /// Apple's TestFlight.
        case testFlight
        /// A marketplace, by its identifier.
        case marketplace(String)
        /// The web.
        case web
        /// Another source that the system names.
        case other
        /// A source that the system does not name.
        case unknown

        /// Whether the system provides tokens for the purchases of apps from the source, if it names the source.
        var reportsPurchases: Bool {
            switch self {
            case .marketplace, .web, .unknown: true
            case .appStore, .testFlight, .other: false
            }
        }
    }

    /// The version of the system.
    public var system: SystemVersion

    /// Whether the app runs in a simulator.
    public var isSimulator: Bool

    /// The source from which the app was installed.
    public var distributor: Distributor

    /// Whether the app contains a provisioning profile, which apps from the App Store do not.
    public var isDevelopmentBuild: Bool

    /// The region of the storefront, ISO 3166 alpha-2 in capitals; `nil` if unknown.
    ///
    /// It determines whether purchases are reported; the language of the device does not.
    public var region: String?

    /// The region of the preferred language, ISO 3166 alpha-2 in capitals; `nil` if unknown.
    ///
    /// The checkout page uses it, or ``region`` if it is unknown.
    public var languageRegion: String?

    /// The language of the device, ISO 639; `nil` if unknown.
    public var language: String?

    /// The name of the device model; `nil` if unknown.
    public var model: String?

    /// The vendor's identifier of the installation; `nil` if unknown.
    public var vendorID: String?

    /// The build number of the app; `nil` if unknown.
    public var appBuild: String?

    /// Creates device facts; the defaults describe a device with iOS 17.4 and an app from Aptoide's marketplace.
    public init(
        system: SystemVersion = SystemVersion(17, 4),
        isSimulator: Bool = false,
        distributor: Distributor = .marketplace(DeviceFacts.aptoideStore),
        region: String? = nil,
        languageRegion: String? = nil,
        language: String? = nil,
        model: String? = nil,
        vendorID: String? = nil,
        appBuild: String? = nil,
        isDevelopmentBuild: Bool = false
    ) {
        self.system = system
        self.isSimulator = isSimulator
        self.distributor = distributor
        self.region = region
        self.languageRegion = languageRegion
        self.language = language
        self.model = model
        self.vendorID = vendorID
        self.appBuild = appBuild
        self.isDevelopmentBuild = isDevelopmentBuild
    }

    /// The identifier of Aptoide's marketplace.
    public static let aptoideStore = "com.aptoide.ios.store"

    /// The identifier of the marketplace App Arena in Japan.
    public static let appArenaStore = "com.aptoide.ios.store.jp"
}
