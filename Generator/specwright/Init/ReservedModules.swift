/// The names of modules that a target of a package cannot have.
///
/// A target with the name of a module of the system hides it from the package, and SwiftPM refuses the name of a target
/// of this package.
enum ReservedModules {

    /// Returns whether a module has a name.
    ///
    /// Ignores the case of letters, as the file systems of Apple's computers do.
    static func contains(_ name: String) -> Bool { names.contains(name.lowercased()) }

    private static let names = Set(
        [toolchain, package, dependencies, frameworks].joined(separator: " ").lowercased()
            .split(whereSeparator: \.isWhitespace).map(String.init)
    )

    /// The modules of the Swift toolchain and of the platforms' C libraries.
    private static let toolchain = """
        Android Bionic CompilerPluginSupport CRT Cxx CxxStdlib Darwin Differentiation Dispatch Distributed
        Foundation FoundationEssentials FoundationInternationalization FoundationNetworking FoundationXML
        Glibc Musl Observation PackageDescription PackagePlugin RegexBuilder Runtime Swift SwiftOnoneSupport
        SwiftShims Synchronization System Testing WASILibc WinSDK XCTest XCUIAutomation
        """

    /// The modules of this package.
    private static let package = """
        AnybillAPI AnybillBase AnybillContentArea AnybillServer APIRequestDecoding APIRuntime APIServer
        APIStorage APITesting APIWebhooks APIXML AppCoinsAPI AppCoinsSDK AppCoinsTesting AsyncHTTPTransport
        CLibYAML FileSupport GeneratorCore GeneratorTrait SensibillAPI SensibillSDK SensibillTesting
        Specwright SpecwrightBuildTool SpecwrightCommand URLSessionTransport YAMLReader
        """

    /// The modules of the packages that this one requires.
    private static let dependencies = """
        ArgumentParser AsyncAlgorithms AsyncHTTPClient Atomics Collections Crypto CryptoExtras DequeModule
        GRDB HTTPTypes HTTPTypesFoundation Hummingbird Logging Metrics NIO NIOCore NIOFoundationCompat
        NIOHTTP1 NIOHTTP2 NIOHTTPCompression NIOPosix NIOSSL OpenCombine ServiceLifecycle SwiftASN1 Tracing
        X509
        """

    /// The modules of Apple's software development kits.
    private static let frameworks = """
        Accelerate Accessibility AccessorySetupKit Accounts ActivityKit AdAttributionKit AddressBook
        AddressBookUI AdServices AdSupport AGL AlarmKit AppClip AppIntents AppKit AppleArchive AppleScriptKit
        AppleScriptObjC ApplicationServices AppTrackingTransparency ARKit AssetsLibrary AudioToolbox AudioUnit
        AudioVideoBridging AuthenticationServices AutomatedDeviceEnrollment AutomaticAssessmentConfiguration
        Automator AVFAudio AVFoundation AVKit AVRouting BackgroundAssets BackgroundTasks BrowserEngineCore
        BrowserEngineKit BusinessChat CallKit Carbon CarKey CarPlay CFNetwork Charts Cinematic ClassKit
        ClockKit CloudKit Cocoa Collaboration ColorSync Combine CommonCrypto CompositorServices Compression
        ContactProvider Contacts ContactsUI CoreAudio CoreAudioKit CoreAudioTypes CoreBluetooth CoreData
        CoreFoundation CoreGraphics CoreHaptics CoreHID CoreImage CoreLocation CoreLocationUI CoreMedia
        CoreMediaIO CoreMIDI CoreML CoreMotion CoreNFC CoreServices CoreSpotlight CoreTelephony CoreText
        CoreTransferable CoreVideo CoreWLAN CreateML CreateMLComponents CreateMLUI CryptoKit CryptoTokenKit
        DataDetection DeclaredAgeRange DeveloperToolsSupport DeviceActivity DeviceCheck
        DeviceDiscoveryExtension DeviceDiscoveryUI DirectoryService DiscRecording DiscRecordingUI
        DiskArbitration DockKit DriverKit EnergyKit EventKit EventKitUI ExceptionHandling ExecutionPolicy
        ExposureNotification ExtensionFoundation ExtensionKit ExternalAccessory FamilyControls FileProvider
        FileProviderUI FinanceKit FinanceKitUI FinderSync ForceFeedback FoundationModels FSKit GameController
        GameKit GameplayKit GameSave GeoToolbox GLKit GLUT GroupActivities GSS HealthKit HealthKitUI HomeKit
        Hypervisor iAd ICADevices IdentityLookup IdentityLookupUI ImageCaptureCore ImageIO ImagePlayground
        ImmersiveMediaSupport IMServicePlugIn InputMethodKit InstallerPlugins InstantMessage Intents IntentsUI
        IOBluetooth IOBluetoothUI IOKit IOSurface IOUSBHost iTunesLibrary JavaNativeFoundation
        JavaRuntimeSupport JavaScriptCore JournalingSuggestions Kerberos Kernel KernelManagement
        LatentSemanticMapping LDAP LightweightCodeRequirements LinkPresentation LiveCommunicationKit
        LocalAuthentication LocalAuthenticationEmbeddedUI LockedCameraCapture MachO MailKit ManagedApp
        ManagedAppDistribution ManagedSettings ManagedSettingsUI MapKit MarketplaceKit Matter MatterSupport
        MediaAccessibility MediaExtension MediaLibrary MediaPlayer MediaSetup MediaToolbox Messages MessageUI
        Metal MetalFX MetalKit MetalPerformanceShaders MetalPerformanceShadersGraph MetricKit MLCompute
        MobileCoreServices ModelIO MultipeerConnectivity MusicKit NaturalLanguage NearbyInteraction NetFS
        Network NetworkExtension NewsstandKit NotificationCenter ObjectiveC OpenAL OpenCL OpenDirectory OpenGL
        OpenGLES OSAKit OSLog ParavirtualizedGraphics PassKit PCSC PDFKit PencilKit PermissionKit PHASE Photos
        PhotosUI PreferencePanes ProximityReader PushKit PushToTalk Quartz QuartzCore QuickLook
        QuickLookThumbnailing QuickLookUI RealityFoundation RealityKit RelevanceKit ReplayKit RoomPlan Ruby
        SafariServices SafetyKit SceneKit ScreenCaptureKit ScreenSaver ScreenTime ScriptingBridge Security
        SecurityFoundation SecurityInterface SensitiveContentAnalysis SensorKit ServiceManagement
        SharedWithYou SharedWithYouCore ShazamKit Simd Social SoundAnalysis Spatial Speech SpriteKit StoreKit
        StoreKitTest SwiftData SwiftUI SwiftUICore Symbols SyncServices SystemConfiguration SystemExtensions
        TabletopKit TabularData Tcl ThreadNetwork TipKit TouchController Translation TranslationUIProvider
        TVMLKit TVServices TVUIKit TWAIN Twitter UIKit UniformTypeIdentifiers UserNotifications
        UserNotificationsUI VideoDecodeAcceleration VideoSubscriberAccount VideoToolbox Virtualization Vision
        VisionKit VisualIntelligence vmnet WatchConnectivity WatchKit WebKit WidgetKit WiFiAware WorkoutKit
        XPC
        """
}
