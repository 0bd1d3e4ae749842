// swift-tools-version: 6.2

import PackageDescription

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

// As a dependency, the package declares only what a user of its products needs, and the default traits are those of an
// app that uses an SDK. In a clone, and where a path names it, it also declares the sandbox, the demo, the benchmarks
// and the tests, and enables the trait of all of it, so that no command requires an option.
//
// SwiftPM reads the manifest of a dependency from its repository, where the package's folder is `/`, and then from a
// folder in `checkouts` next to `repositories`, or in `registry/downloads` for a package registry.
let folder = Context.packageDirectory
let isDependency =
    folder == "/"
    || folder.split(separator: "/").dropLast().last == "checkouts"
        && access(folder + "/../../repositories", F_OK) == 0
    || folder.contains("/registry/downloads/")

extension TargetDependencyCondition {
    /// The condition of what a trait requires.
    ///
    /// A clone needs the requirements of all traits, and enables only `Development`.
    static func trait(_ name: String, on platforms: [Platform]? = nil) -> TargetDependencyCondition? {
        platforms.map { .when(platforms: $0, traits: [name, "Development"]) } ?? .when(traits: [name, "Development"])
    }
}

let package = Package(
    name: "specwright",
    platforms: [.iOS(.v16), .macOS(.v13)],
    products: [
        .library(name: "APIRuntime", targets: ["APIRuntime"]),
        .library(name: "APIStorage", targets: ["APIStorage"]),
        .library(name: "AsyncHTTPTransport", targets: ["AsyncHTTPTransport"]),
        .library(name: "URLSessionTransport", targets: ["URLSessionTransport"]),
        .library(name: "APITesting", targets: ["APITesting"]),
        .library(name: "APIXML", targets: ["APIXML"]),
        .library(name: "APIServer", targets: ["APIServer"]),
        .library(name: "APIWebhooks", targets: ["APIWebhooks"]),
        .library(name: "AnybillAPI", targets: ["AnybillAPI"]),
        .library(name: "SensibillAPI", targets: ["SensibillAPI"]),
        .library(name: "AppCoinsAPI", targets: ["AppCoinsAPI"]),
        .library(name: "AnybillBase", targets: ["AnybillBase"]),
        .library(name: "AnybillServer", targets: ["AnybillServer"]),
        .library(name: "AnybillContentArea", targets: ["AnybillContentArea"]),
        .library(name: "SensibillSDK", targets: ["SensibillSDK"]),
        .library(name: "SensibillTesting", targets: ["SensibillTesting"]),
        .library(name: "AppCoinsSDK", targets: ["AppCoinsSDK"]),
        .library(name: "AppCoinsTesting", targets: ["AppCoinsTesting"]),
        .executable(name: "specwright", targets: ["specwright"]),
        .plugin(name: "SpecwrightCommand", targets: ["SpecwrightCommand"]),
        .plugin(name: "SpecwrightBuildTool", targets: ["SpecwrightBuildTool"]),
    ] + (isDependency ? [] : [.executable(name: "sandbox", targets: ["sandbox"])]),
    // A package is downloaded only if an enabled trait requires it. Without traits, these are swift-http-types and
    // swift-log, which suffices for generated clients over URLSession, webhooks, XML and doubles.
    traits: [
        .trait(
            name: "SDK",
            description: "The SDKs of the services, and APIStorage. Requires GRDB and, on Linux, Crypto."
        ),
        .trait(name: "AsyncHTTPTransport", description: "The transport over AsyncHTTPClient. Requires SwiftNIO."),
        .trait(name: "Server", description: "APIServer, for generated servers. Requires Hummingbird."),
        .trait(name: "Generator", description: "The command specwright and the plugins. Requires ArgumentParser."),
        .trait(name: "Development", description: "All of these, and the sandbox, the demo, benchmarks and tests."),
        // One trait only: SwiftPM before 6.4 orders the flags of several traits at random in each run, and then compiles
        // all targets again.
        .default(enabledTraits: isDependency ? ["SDK"] : ["Development"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    ],
    targets: generator + runtime + services + (isDependency ? [] : development)
)

// MARK: - The generator

/// The tool of the plugins.
///
/// A clone has no target that uses a plugin, but SwiftPM would compile the generator a second time in each build of it,
/// for the system that runs plugins. In a clone, the plugins therefore have no tool without the trait `Generator`.
var pluginTool: Target.Dependency {
    isDependency ? "specwright" : .target(name: "specwright", condition: .when(traits: ["Generator"]))
}

var generator: [Target] {
    [
        .systemLibrary(
            name: "CLibYAML",
            path: "Generator/CLibYAML",
            pkgConfig: "yaml-0.1",
            providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]
        ),
        .target(name: "YAMLReader", dependencies: ["CLibYAML"], path: "Generator/YAMLReader"),
        .target(name: "GeneratorCore", dependencies: ["YAMLReader"], path: "Generator/GeneratorCore"),
        .target(name: "GeneratorTrait", path: "Generator/GeneratorTrait"),
        .executableTarget(
            name: "specwright",
            dependencies: [
                "GeneratorCore", "GeneratorTrait",
                .product(
                    name: "ArgumentParser",
                    package: "swift-argument-parser",
                    condition: .trait("Generator")
                ),
                "FileSupport", "YAMLReader",
            ],
            path: "Generator/specwright"
        ),
        .plugin(
            name: "SpecwrightCommand",
            capability: .command(
                intent: .custom(verb: "specwright", description: "Generates Swift API clients from OpenAPI documents."),
                permissions: [.writeToPackageDirectory(reason: "It writes the generated modules.")]
            ),
            dependencies: [pluginTool],
            path: "Generator/SpecwrightCommand"
        ),
        .plugin(
            name: "SpecwrightBuildTool",
            capability: .buildTool(),
            dependencies: [pluginTool],
            path: "Generator/SpecwrightBuildTool"
        ),
    ]
}

// MARK: - The runtime under generated code

var runtime: [Target] {
    [
        // Also the generator's; it has no dependencies, not even Foundation.
        .target(name: "FileSupport"),
        .target(
            name: "APIRuntime",
            dependencies: [
                "FileSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .target(
            name: "APIStorage",
            dependencies: [
                "APIRuntime", "FileSupport",
                .product(name: "GRDB", package: "GRDB.swift", condition: .trait("SDK")),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]
        ),
        .target(
            name: "AsyncHTTPTransport",
            dependencies: [
                "APIRuntime",
                .product(
                    name: "AsyncHTTPClient",
                    package: "async-http-client",
                    condition: .trait("AsyncHTTPTransport")
                ),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio", condition: .trait("AsyncHTTPTransport")),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: .trait("AsyncHTTPTransport")),
                .product(
                    name: "NIOHTTP2",
                    package: "swift-nio-http2",
                    condition: .trait("AsyncHTTPTransport")
                ),
                .product(
                    name: "NIOHTTPCompression",
                    package: "swift-nio-extras",
                    condition: .trait("AsyncHTTPTransport")
                ),
                .product(name: "NIOPosix", package: "swift-nio", condition: .trait("AsyncHTTPTransport")),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .trait("AsyncHTTPTransport")),
            ]
        ),
        .target(
            name: "URLSessionTransport",
            dependencies: ["APIRuntime", .product(name: "HTTPTypes", package: "swift-http-types")]
        ),
        .target(
            name: "APIXML",
            dependencies: ["APIRuntime"]
        ),
        // Not a product: what APIWebhooks and APIServer share.
        .target(name: "APIRequestDecoding", dependencies: ["APIRuntime"]),
        .target(
            name: "APIWebhooks",
            dependencies: [
                "APIRequestDecoding", "APIRuntime", .product(name: "HTTPTypes", package: "swift-http-types"),
            ]
        ),
        .target(
            name: "APITesting",
            dependencies: ["APIRuntime", .product(name: "HTTPTypes", package: "swift-http-types")]
        ),
        .target(
            name: "APIServer",
            dependencies: [
                "APIRequestDecoding", "APIRuntime", "FileSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird", condition: .trait("Server")),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio", condition: .trait("Server")),
            ]
        ),
    ]
}

// MARK: - The three services

var services: [Target] {
    [
        .target(name: "AnybillAPI", dependencies: ["APIRuntime", "APIWebhooks"]),
        .target(name: "SensibillAPI", dependencies: ["APIRuntime"]),
        .target(name: "AppCoinsAPI", dependencies: ["APIRuntime"]),
        .target(
            name: "AnybillBase",
            dependencies: [
                "AnybillAPI", "APIRuntime", "APIStorage", "FileSupport", "URLSessionTransport",
                .product(name: "GRDB", package: "GRDB.swift", condition: .trait("SDK")),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(
                    name: "OpenCombine",
                    package: "OpenCombine",
                    condition: .trait("SDK", on: [.linux])
                ),
            ]
        ),
        // A backend links neither a database nor Combine.
        .target(
            name: "AnybillServer",
            dependencies: ["AnybillAPI", "APIRuntime", .product(name: "HTTPTypes", package: "swift-http-types")]
        ),
        .target(
            name: "AnybillContentArea",
            dependencies: [
                "AnybillAPI", "AnybillBase", "APIRuntime", "APIStorage",
                .product(name: "GRDB", package: "GRDB.swift", condition: .trait("SDK")),
            ]
        ),
        .target(
            name: "SensibillSDK",
            dependencies: [
                "SensibillAPI", "APIRuntime", "APIStorage", "URLSessionTransport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "GRDB", package: "GRDB.swift", condition: .trait("SDK")),
            ]
        ),
        .target(name: "SensibillTesting", dependencies: ["SensibillSDK", "APIRuntime"]),
        .target(
            name: "AppCoinsSDK",
            dependencies: [
                "AppCoinsAPI", "APIRuntime", "APIStorage", "FileSupport", "URLSessionTransport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(
                    name: "CryptoExtras",
                    package: "swift-crypto",
                    condition: .trait("SDK", on: [.linux])
                ),
                .product(
                    name: "Crypto",
                    package: "swift-crypto",
                    condition: .trait("SDK", on: [.linux])
                ),
            ]
        ),
        .target(
            name: "AppCoinsTesting",
            dependencies: ["AppCoinsAPI", "AppCoinsSDK", "APIRuntime", "URLSessionTransport"]
        ),
    ]
}

// MARK: - The sandbox, the demo and the benchmarks

var tools: [Target] {
    [
        .target(
            name: "LoopbackServer",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        .target(
            name: "SandboxServer",
            dependencies: [
                "AnybillAPI", "SensibillAPI", "AppCoinsAPI", "APIRuntime", "APIServer", "LoopbackServer",
                "AsyncHTTPTransport",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ]
        ),
        .target(
            name: "PartnerBackend",
            dependencies: [
                "AnybillAPI", "AnybillServer", "APIRuntime", "LoopbackServer",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]
        ),
        .executableTarget(
            name: "sandbox",
            dependencies: [
                "AnybillServer", "AsyncHTTPTransport", "PartnerBackend", "SandboxServer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .executableTarget(
            name: "demo",
            dependencies: [
                "AnybillAPI", "SensibillAPI", "AppCoinsAPI", "APIRuntime", "AsyncHTTPTransport", "SandboxServer",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            path: "Tests/Demo"
        ),
        .executableTarget(
            name: "bench-store",
            dependencies: [
                "AnybillBase", "APIRuntime", "APITesting", .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            path: "Tests/StoreBench"
        ),
        .target(name: "AllocationCounter", path: "Tests/Tools/AllocationCounter"),
        .executableTarget(
            name: "bench",
            dependencies: [
                "AllocationCounter", "APIRuntime", "AsyncHTTPTransport", "URLSessionTransport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            path: "Tests/Benchmarks"
        ),
    ]
}

// MARK: - Tests

var tests: [Target] {
    [
        .target(name: "NotesAPI", dependencies: ["APIRuntime"], path: "Tests/Golden/NotesAPI"),
        .target(name: "HostileAPI", dependencies: ["APIRuntime"], path: "Tests/Golden/HostileAPI"),
        .target(name: "ShopAPI", dependencies: ["APIRuntime", "APIWebhooks"], path: "Tests/Golden/ShopAPI"),
        .target(name: "PairAPI", dependencies: ["APIRuntime"], path: "Tests/Golden/PairAPI"),
        .target(
            name: "ShopMocks",
            dependencies: ["APIRuntime", "APITesting", "ShopAPI"],
            path: "Tests/Golden/ShopMocks"
        ),
        .target(
            name: "NotesServer",
            dependencies: ["APIRuntime", "APIServer", "NotesAPI"],
            path: "Tests/Golden/NotesServer"
        ),
        .target(
            name: "HostileServer",
            dependencies: ["APIRuntime", "APIServer", "HostileAPI"],
            path: "Tests/Golden/HostileServer"
        ),
        .target(name: "ShapesSupport", dependencies: ["APIRuntime"], path: "Tests/Golden/ShapesSupport"),
        .target(name: "ShapesAPI", dependencies: ["APIRuntime", "ShapesSupport"], path: "Tests/Golden/ShapesAPI"),
        .target(name: "PetstoreAPI", dependencies: ["APIRuntime"], path: "Tests/Golden/PetstoreAPI"),
        .target(name: "XMLAPI", dependencies: ["APIRuntime", "APIWebhooks"], path: "Tests/Golden/XMLAPI"),
        .target(
            name: "XMLServer",
            dependencies: ["APIRuntime", "APIServer", "XMLAPI"],
            path: "Tests/Golden/XMLServer"
        ),
        .target(name: "ParcelsAPI", dependencies: ["APIRuntime"], path: "Tests/Golden/ParcelsAPI"),
        .target(
            name: "ParcelsMocks",
            dependencies: ["APIRuntime", "APITesting", "ParcelsAPI"],
            path: "Tests/Golden/ParcelsMocks"
        ),
        .target(
            name: "ParcelsServer",
            dependencies: ["APIRuntime", "APIServer", "ParcelsAPI"],
            path: "Tests/Golden/ParcelsServer"
        ),
        .target(name: "StudioAPI", dependencies: ["APIRuntime"], path: "Tests/Golden/StudioAPI"),
        .target(
            name: "StudioMocks",
            dependencies: ["APIRuntime", "APITesting", "StudioAPI"],
            path: "Tests/Golden/StudioMocks"
        ),
        .target(
            name: "StudioServer",
            dependencies: ["APIRuntime", "APIServer", "StudioAPI"],
            path: "Tests/Golden/StudioServer"
        ),
        .target(name: "CommonAPI", dependencies: ["APIRuntime"], path: "Tests/Golden/CommonAPI"),
        .target(name: "StockAPI", dependencies: ["APIRuntime", "CommonAPI"], path: "Tests/Golden/StockAPI"),
        .target(name: "SalesAPI", dependencies: ["APIRuntime", "CommonAPI"], path: "Tests/Golden/SalesAPI"),
        .target(
            name: "SalesMocks",
            dependencies: ["APIRuntime", "APITesting", "CommonAPI", "SalesAPI"],
            path: "Tests/Golden/SalesMocks"
        ),
        .target(name: "DepotAPI", dependencies: ["APIRuntime"], path: "Tests/Golden/DepotAPI"),
        .target(
            name: "DepotMocks",
            dependencies: ["APIRuntime", "APITesting", "DepotAPI"],
            path: "Tests/Golden/DepotMocks"
        ),
        .target(
            name: "DepotServer",
            dependencies: ["APIRuntime", "APIServer", "DepotAPI"],
            path: "Tests/Golden/DepotServer"
        ),
        .target(name: "RelayAPI", dependencies: ["APIRuntime"], path: "Tests/Golden/RelayAPI"),
        .target(
            name: "RelayMocks",
            dependencies: ["APIRuntime", "APITesting", "RelayAPI"],
            path: "Tests/Golden/RelayMocks"
        ),
        .target(
            name: "RelayServer",
            dependencies: ["APIRuntime", "APIServer", "RelayAPI"],
            path: "Tests/Golden/RelayServer"
        ),
        .target(name: "SlipsAPI", dependencies: ["APIRuntime"], path: "Tests/Golden/SlipsAPI"),
        .target(
            name: "SlipsMocks",
            dependencies: ["APIRuntime", "APITesting", "SlipsAPI"],
            path: "Tests/Golden/SlipsMocks"
        ),
        .target(
            name: "SlipsServer",
            dependencies: ["APIRuntime", "APIServer", "SlipsAPI"],
            path: "Tests/Golden/SlipsServer"
        ),
        .target(name: "SeededTesting", path: "Tests/SeededTesting"),
        .testTarget(name: "FileSupportTests", dependencies: ["FileSupport"]),
        .testTarget(
            name: "APIXMLTests",
            dependencies: [
                "APIRuntime", "APITesting", "APIWebhooks", "APIXML", "SeededTesting", "XMLAPI",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]
        ),
        .testTarget(name: "YAMLReaderTests", dependencies: ["SeededTesting", "YAMLReader"]),
        .testTarget(name: "GeneratorCoreTests", dependencies: ["GeneratorCore", "SeededTesting", "YAMLReader"]),
        .testTarget(
            name: "GoldenTests",
            dependencies: [
                "APIRuntime", "APIServer", "APITesting", "APIWebhooks", "CommonAPI", "DepotAPI", "DepotMocks",
                "DepotServer", "HostileAPI", "NotesAPI", "PairAPI", "ParcelsAPI", "ParcelsMocks", "ParcelsServer",
                "RelayAPI", "RelayMocks", "RelayServer", "SalesAPI", "SalesMocks", "ShapesAPI", "ShapesSupport",
                "ShopAPI", "ShopMocks", "SlipsAPI", "SlipsMocks", "SlipsServer", "StockAPI", "StudioAPI",
                "StudioMocks",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]
        ),
        .testTarget(
            name: "APIServerTests",
            dependencies: [
                "APIRuntime", "APIServer", "APITesting", "APIXML", "DepotAPI", "DepotServer", "FileSupport",
                "HostileAPI", "HostilePeers", "HostileServer", "LoopbackServer", "NotesAPI", "NotesServer", "RelayAPI",
                "RelayServer", "SeededTesting", "StudioAPI", "StudioServer", "XMLAPI", "XMLServer",
                "URLSessionTransport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .testTarget(
            name: "APIRequestDecodingTests",
            dependencies: ["APIRequestDecoding", "APIRuntime", "SeededTesting"]
        ),
        .testTarget(
            name: "APIWebhooksTests",
            dependencies: ["APIRuntime", "APIWebhooks", .product(name: "HTTPTypes", package: "swift-http-types")]
        ),
        .testTarget(name: "SpecwrightTests", dependencies: ["specwright"]),
        .testTarget(
            name: "APIRuntimeTests",
            dependencies: [
                "APIRuntime", "APITesting", "FileSupport", "SeededTesting", "TokenCrasher",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .testTarget(
            name: "APITestingTests",
            dependencies: ["APIRuntime", "APITesting", .product(name: "HTTPTypes", package: "swift-http-types")]
        ),
        .testTarget(
            name: "AsyncHTTPTransportTests",
            dependencies: [
                "APIRuntime", "APITesting", "AsyncHTTPTransport", "SeededTesting", "URLSessionTransport",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ]
        ),
        .target(
            name: "HostilePeers",
            dependencies: ["APIRuntime", .product(name: "HTTPTypes", package: "swift-http-types")],
            path: "Tests/HostilePeers"
        ),
        .executableTarget(
            name: "hostile-client",
            dependencies: ["APIRuntime", "AsyncHTTPTransport", "HostilePeers", "URLSessionTransport"],
            path: "Tests/Tools/HostileClient"
        ),
        .testTarget(
            name: "HostilePeersTests",
            dependencies: [
                "APIRuntime", "AsyncHTTPTransport", "HostilePeers", "hostile-client", "URLSessionTransport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]
        ),
        .executableTarget(
            name: "TokenCrasher",
            dependencies: ["APIRuntime"],
            path: "Tests/Tools/TokenCrasher"
        ),
        .executableTarget(
            name: "cache-proxy",
            dependencies: [
                "APIRuntime",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Tests/Tools/CacheProxy",
            exclude: ["README.md"]
        ),
        .testTarget(
            name: "CacheProxyTests",
            dependencies: [
                "APIRuntime", "APITesting", "AsyncHTTPTransport", "cache-proxy",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .executableTarget(
            name: "soak",
            dependencies: [
                "AnybillAPI", "APIRuntime", "AsyncHTTPTransport", "SandboxServer", "URLSessionTransport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            path: "Tests/Soak"
        ),
        .testTarget(name: "SoakTests", dependencies: ["soak"]),
        .testTarget(
            name: "GeneratedModelTests",
            dependencies: ["AnybillAPI", "AppCoinsAPI", "SensibillAPI", "APIRuntime", "SpecConformance", "YAMLReader"]
        ),
        // Validates encoded bytes against the specifications only, for tests of the models and of the sandbox.
        .target(name: "SpecConformance", dependencies: ["YAMLReader"], path: "Tests/SpecConformance"),
        .testTarget(
            name: "StreamTests",
            dependencies: [
                "APIRuntime", "AsyncHTTPTransport", "LoopbackServer", "URLSessionTransport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]
        ),
        .testTarget(
            name: "APIStorageTests",
            dependencies: [
                "APIRuntime", "APIStorage", "SeededTesting", "StorageCrasher",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]
        ),
        .executableTarget(
            name: "StorageCrasher",
            dependencies: ["APIRuntime", "APIStorage", .product(name: "HTTPTypes", package: "swift-http-types")],
            path: "Tests/Tools/StorageCrasher"
        ),
        .testTarget(
            name: "AnybillBaseTests",
            dependencies: [
                "AnybillAPI", "AnybillBase", "AnybillCrasher", "AnybillServer", "APIRuntime", "APIStorage",
                "APITesting", "PartnerBackend", "SandboxServer", "SeededTesting", "URLSessionTransport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "OpenCombine", package: "OpenCombine", condition: .when(platforms: [.linux])),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            exclude: ["Crasher"]
        ),
        .testTarget(
            name: "AnybillServerTests",
            dependencies: [
                "AnybillAPI", "AnybillServer", "APIRuntime", "APITesting", "AsyncHTTPTransport", "SandboxServer",
            ]
        ),
        .executableTarget(
            name: "AnybillCrasher",
            dependencies: ["AnybillBase", "APIRuntime", "APITesting", "AnybillAPI"],
            path: "Tests/AnybillBaseTests/Crasher"
        ),
        .testTarget(
            name: "AnybillContentAreaTests",
            dependencies: ["AnybillBase", "AnybillContentArea", "APIRuntime", "APITesting"]
        ),
        .testTarget(
            name: "SensibillSDKTests",
            dependencies: [
                "SensibillAPI", "SensibillSDK", "SensibillTesting", "APIRuntime", "APITesting", "APIStorage",
                "SandboxServer", "SeededTesting", "URLSessionTransport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]
        ),
        .testTarget(name: "SensibillSpecTests", dependencies: ["YAMLReader"], exclude: ["Documented"]),
        .testTarget(
            name: "AppCoinsSDKTests",
            dependencies: [
                "AppCoinsAPI", "AppCoinsSDK", "AppCoinsTesting", "APIRuntime", "APITesting", "APIStorage",
                "SandboxServer", "URLSessionTransport",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]
        ),
        .executableTarget(
            name: "AppCoinsWebApp",
            dependencies: ["AppCoinsAPI", "AppCoinsSDK", "APIRuntime", "SandboxServer"],
            path: "Tests/Web/AppCoinsWebApp"
        ),
        .executableTarget(
            name: "AppCoinsCrasher",
            dependencies: [
                "AppCoinsAPI", "AppCoinsSDK", "AppCoinsTesting", "APIRuntime", "APIStorage",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Tests/Tools/AppCoinsCrasher"
        ),
        .testTarget(
            name: "AppCoinsKillTests",
            dependencies: [
                "AppCoinsAPI", "AppCoinsCrasher", "AppCoinsSDK", "APIRuntime", "APIStorage", "SandboxServer",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .executableTarget(
            name: "SensibillCrasher",
            dependencies: ["SensibillAPI", "SensibillSDK"],
            path: "Tests/Tools/SensibillCrasher"
        ),
        .testTarget(
            name: "SensibillKillTests",
            dependencies: ["APIRuntime", "SandboxServer", "SensibillAPI", "SensibillCrasher", "SensibillSDK"]
        ),
        .testTarget(
            name: "AnybillSamples",
            dependencies: [
                "AnybillAPI", "AnybillBase", "AnybillContentArea", "APIRuntime", "SandboxServer",
                .product(name: "OpenCombine", package: "OpenCombine", condition: .when(platforms: [.linux])),
            ],
            path: "Tests/SeedSamples/Anybill"
        ),
        .testTarget(
            name: "SensibillSamples",
            dependencies: ["SensibillAPI", "SensibillSDK", "SandboxServer"],
            path: "Tests/SeedSamples/Sensibill"
        ),
        .testTarget(
            name: "AppCoinsSamples",
            dependencies: ["AppCoinsAPI", "AppCoinsSDK", "AppCoinsTesting", "APIRuntime", "SandboxServer"],
            path: "Tests/SeedSamples/AppCoins"
        ),
        // The example apps and the example server. The views compile on Apple systems, all else everywhere.
        .target(
            name: "ReceiptsExample",
            dependencies: [
                "AnybillAPI", "AnybillBase",
                .product(name: "OpenCombine", package: "OpenCombine", condition: .when(platforms: [.linux])),
            ],
            path: "Tests/Examples/Receipts"
        ),
        .target(
            name: "CaptureExample",
            dependencies: [
                "APIRuntime", "SensibillAPI", "SensibillSDK",
                .product(name: "OpenCombine", package: "OpenCombine", condition: .when(platforms: [.linux])),
            ],
            path: "Tests/Examples/Capture"
        ),
        .target(
            name: "ShopExample",
            dependencies: [
                "AppCoinsSDK",
                .product(name: "OpenCombine", package: "OpenCombine", condition: .when(platforms: [.linux])),
            ],
            path: "Tests/Examples/Shop"
        ),
        .executableTarget(
            name: "NotesBackend",
            dependencies: [
                "APIRuntime", "APIServer", "NotesAPI", "NotesServer",
                .product(name: "Hummingbird", package: "hummingbird"),
            ],
            path: "Tests/Examples/NotesBackend"
        ),
        .testTarget(
            name: "ExampleTests",
            dependencies: [
                "AnybillAPI", "AnybillBase", "APIRuntime", "AppCoinsAPI", "AppCoinsSDK", "AppCoinsTesting",
                "CaptureExample", "LoopbackServer", "NotesAPI", "NotesBackend", "ReceiptsExample", "SandboxServer",
                "SensibillAPI", "SensibillSDK", "ShopExample", "URLSessionTransport",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "OpenCombine", package: "OpenCombine", condition: .when(platforms: [.linux])),
            ]
        ),
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["AnybillAPI", "APIRuntime", "AsyncHTTPTransport", "sandbox", "URLSessionTransport"]
        ),
        .testTarget(
            name: "PublicErrorTests",
            dependencies: [
                "AnybillAPI", "AnybillBase", "AnybillServer", "APIRuntime", "APIServer", "APIStorage", "APIWebhooks",
                "AppCoinsSDK", "SensibillAPI", "SensibillSDK", "SensibillTesting",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]
        ),
        // Compiles the samples of the README and of all articles.
        .testTarget(
            name: "ReadmeTests",
            dependencies: [
                "AnybillAPI", "AnybillBase", "AnybillServer", "AppCoinsAPI", "AppCoinsSDK", "AppCoinsTesting",
                "APIRuntime", "APIServer", "APIStorage", "APITesting", "APIWebhooks", "APIXML", "AsyncHTTPTransport",
                "GeneratorCore", "NotesAPI", "NotesServer", "PetstoreAPI", "SensibillAPI", "SensibillSDK",
                "SensibillTesting", "ShopAPI", "ShopMocks", "StudioAPI", "URLSessionTransport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ],
            exclude: ["Manifests"]
        ),
        .testTarget(
            name: "SandboxServerTests",
            dependencies: [
                "AnybillAPI", "SensibillAPI", "AppCoinsAPI", "APIRuntime", "AsyncHTTPTransport", "HostilePeers",
                "SandboxServer", "SpecConformance", "URLSessionTransport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ]
        ),
    ]
}

// MARK: - Settings

// The targets of a clone. Their dependencies on other packages require the trait `Development`, so that a package that
// names this one by path downloads only what its traits require.
var development: [Target] {
    (tools + tests).map { target in
        target.dependencies = target.dependencies.map { dependency in
            guard case .productItem(let name, let package, let aliases, let condition) = dependency else {
                return dependency
            }
            // Every condition of these targets is that the system is Linux.
            return .productItem(
                name: name,
                package: package,
                moduleAliases: aliases,
                condition: condition == nil
                    ? .when(traits: ["Development"]) : .when(platforms: [.linux], traits: ["Development"])
            )
        }
        return target
    }
}

// The privacy manifests of the modules that an app links. Only Apple systems read them. Elsewhere, a resource would make
// the module import Foundation for its bundle.
let privacyManifests: Set<String> = ["AnybillBase", "AppCoinsSDK", "FileSupport", "SensibillSDK"]
for target in package.targets where privacyManifests.contains(target.name) {
    #if canImport(Darwin)
    target.resources = [.copy("PrivacyInfo.xcprivacy")]
    #else
    target.exclude.append("PrivacyInfo.xcprivacy")
    #endif
}

// Imports have an access level, existential types have `any`, and only members of imported modules are visible.
// `make check` builds with warnings as errors. Other builds do not, so that the package builds with newer compilers.
// The samples build without these settings, in a module with main actor isolation, as an app's code does. The samples
// of AppCoins are not isolated, because they contain tests, whose macros do not expand in such a module.
//
// On a Mac, the sandbox, the demo and the tests need macOS 14 because of Hummingbird's router. The compiler does not
// check the availability in these targets, none of which a dependent package has. `make check-apple` checks the
// libraries.
let isStrict = Context.environment["SPECWRIGHT_WARNINGS_AS_ERRORS"] != nil
let developmentNames = Set(development.map(\.name))
for target in package.targets where target.type != .system && target.type != .plugin {
    target.swiftSettings =
        target.name.hasSuffix("Samples")
        ? (target.name == "AppCoinsSamples" ? [] : [.defaultIsolation(MainActor.self)])
        : [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
        ]
    if developmentNames.contains(target.name) {
        target.swiftSettings?.append(
            .unsafeFlags(["-Xfrontend", "-disable-availability-checking"], .when(platforms: [.macOS]))
        )
    }
    if isStrict {
        target.swiftSettings?.append(.treatAllWarnings(as: .error))
    }
}
