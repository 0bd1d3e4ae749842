// swift-tools-version: 6.2

// A package as a user would write it. run.sh inserts the location of the package.

import PackageDescription

let package = Package(
    name: "Server",
    platforms: [.iOS(.v16), .macOS(.v14)],
    dependencies: [
        .package(url: "SPECWRIGHT_URL", branch: "SPECWRIGHT_BRANCH", traits: ["AsyncHTTPTransport", "Server"])
    ],
    targets: [
        .executableTarget(
            name: "Server",
            dependencies: [
                .product(name: "APIServer", package: "SPECWRIGHT_NAME"),
                .product(name: "AnybillServer", package: "SPECWRIGHT_NAME"),
                .product(name: "AsyncHTTPTransport", package: "SPECWRIGHT_NAME"),
            ]
        )
    ]
)
