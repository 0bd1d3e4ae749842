// swift-tools-version: 6.0

// A package as an app's team would write it. `run.sh` fills in where ours is, and builds it.

import PackageDescription

let package = Package(
    name: "Consumer",
    platforms: [.iOS(.v16), .macOS(.v13)],
    dependencies: [.package(url: "SPECWRIGHT_URL", branch: "SPECWRIGHT_BRANCH")],
    targets: [
        .executableTarget(
            name: "Consumer",
            dependencies: [
                .product(name: "APIRuntime", package: "SPECWRIGHT_NAME"),
                .product(name: "AnybillAPI", package: "SPECWRIGHT_NAME"),
                .product(name: "AnybillBase", package: "SPECWRIGHT_NAME"),
                .product(name: "AnybillContentArea", package: "SPECWRIGHT_NAME"),
                .product(name: "AppCoinsAPI", package: "SPECWRIGHT_NAME"),
                .product(name: "AppCoinsSDK", package: "SPECWRIGHT_NAME"),
                .product(name: "SensibillAPI", package: "SPECWRIGHT_NAME"),
                .product(name: "SensibillSDK", package: "SPECWRIGHT_NAME"),
            ]
        ),
        .executableTarget(
            name: "PlainConsumer",
            dependencies: [
                .product(name: "APIRuntime", package: "SPECWRIGHT_NAME"),
                .product(name: "AnybillAPI", package: "SPECWRIGHT_NAME"),
                .product(name: "AppCoinsAPI", package: "SPECWRIGHT_NAME"),
                .product(name: "SensibillAPI", package: "SPECWRIGHT_NAME"),
            ]
        ),
    ]
)
