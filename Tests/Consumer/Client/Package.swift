// swift-tools-version: 6.2

// A package as a user would write it. run.sh inserts the location of the package.

import PackageDescription

let package = Package(
    name: "Client",
    platforms: [.iOS(.v16), .macOS(.v13)],
    dependencies: [.package(url: "SPECWRIGHT_URL", branch: "SPECWRIGHT_BRANCH", traits: [])],
    targets: [
        .executableTarget(
            name: "Client",
            dependencies: [
                .product(name: "APIRuntime", package: "SPECWRIGHT_NAME"),
                .product(name: "AnybillAPI", package: "SPECWRIGHT_NAME"),
                .product(name: "AppCoinsAPI", package: "SPECWRIGHT_NAME"),
                .product(name: "SensibillAPI", package: "SPECWRIGHT_NAME"),
            ]
        )
    ]
)
