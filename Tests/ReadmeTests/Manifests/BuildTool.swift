// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "Shop",
    platforms: [.iOS(.v16), .macOS(.v13)],
    dependencies: [
        .package(
            url: "https://…/specwright",
            branch: "main",
            traits: ["Generator"]
        )
    ],
    targets: [
        .target(
            name: "PetstoreAPI",
            dependencies: [.product(name: "APIRuntime", package: "specwright")],
            plugins: [.plugin(name: "SpecwrightBuildTool", package: "specwright")]
        )
    ]
)
