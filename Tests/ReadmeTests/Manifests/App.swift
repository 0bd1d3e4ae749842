// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "Shop",
    platforms: [.iOS(.v16), .macOS(.v13)],
    products: [.library(name: "ShopModel", targets: ["ShopModel"])],
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
            dependencies: [.product(name: "APIRuntime", package: "specwright")]
        ),
        .target(
            name: "ShopModel",
            dependencies: [
                "PetstoreAPI",
                .product(name: "APIRuntime", package: "specwright"),
                .product(name: "URLSessionTransport", package: "specwright"),
            ]
        ),
        .testTarget(
            name: "ShopModelTests",
            dependencies: [
                "ShopModel", "PetstoreAPI",
                .product(name: "APITesting", package: "specwright"),
            ]
        ),
    ]
)
