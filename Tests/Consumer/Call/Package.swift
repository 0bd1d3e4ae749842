// swift-tools-version: 6.2

// A package as a user would write it. run.sh inserts the location of the package.

import PackageDescription

let package = Package(
    name: "Call",
    platforms: [.iOS(.v16), .macOS(.v13)],
    dependencies: [.package(url: "SPECWRIGHT_URL", branch: "SPECWRIGHT_BRANCH", traits: ["AsyncHTTPTransport"])],
    targets: [
        .executableTarget(
            name: "Call",
            dependencies: [
                .product(name: "AppCoinsAPI", package: "SPECWRIGHT_NAME"),
                .product(name: "AsyncHTTPTransport", package: "SPECWRIGHT_NAME"),
            ]
        )
    ]
)
