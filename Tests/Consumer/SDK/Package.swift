// swift-tools-version: 6.2

// A package as a user would write it. run.sh inserts the location of the package.

import PackageDescription

let package = Package(
    name: "SDK",
    platforms: [.iOS(.v16), .macOS(.v13)],
    dependencies: [.package(url: "SPECWRIGHT_URL", branch: "SPECWRIGHT_BRANCH")],
    targets: [
        .executableTarget(
            name: "SDK",
            dependencies: [
                .product(name: "APIRuntime", package: "SPECWRIGHT_NAME"),
                .product(name: "AnybillAPI", package: "SPECWRIGHT_NAME"),
                .product(name: "AnybillBase", package: "SPECWRIGHT_NAME"),
                .product(name: "AnybillContentArea", package: "SPECWRIGHT_NAME"),
                .product(name: "AppCoinsAPI", package: "SPECWRIGHT_NAME"),
                .product(name: "AppCoinsSDK", package: "SPECWRIGHT_NAME"),
                .product(name: "SensibillAPI", package: "SPECWRIGHT_NAME"),
                .product(name: "SensibillSDK", package: "SPECWRIGHT_NAME"),
                .product(name: "URLSessionTransport", package: "SPECWRIGHT_NAME"),
            ]
        )
    ]
)
