// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "notes",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(
            url: "https://…/specwright",
            branch: "main",
            traits: ["Generator", "Server"]
        ),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird",
            from: "2.28.1"
        ),
    ],
    targets: [
        .target(
            name: "NotesAPI",
            dependencies: [.product(name: "APIRuntime", package: "specwright")]
        ),
        .target(
            name: "NotesServer",
            dependencies: [
                "NotesAPI",
                .product(name: "APIRuntime", package: "specwright"),
                .product(name: "APIServer", package: "specwright"),
            ]
        ),
        .executableTarget(
            name: "notes",
            dependencies: [
                "NotesAPI", "NotesServer",
                .product(name: "APIServer", package: "specwright"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ]
        ),
    ]
)
