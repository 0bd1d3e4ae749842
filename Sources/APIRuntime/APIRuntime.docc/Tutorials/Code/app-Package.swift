// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "NotesModel",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: [.library(name: "NotesModel", targets: ["NotesModel"])],
    dependencies: [
        .package(
            url: "https://…/specwright",
            branch: "main",
            traits: ["Generator"]
        )
    ],
    targets: [
        .target(
            name: "NotesAPI",
            dependencies: [.product(name: "APIRuntime", package: "specwright")]
        ),
        .target(
            name: "NotesMocks",
            dependencies: [
                "NotesAPI",
                .product(name: "APIRuntime", package: "specwright"),
                .product(name: "APITesting", package: "specwright"),
            ]
        ),
        .target(
            name: "NotesModel",
            dependencies: [
                "NotesAPI",
                .product(name: "APIRuntime", package: "specwright"),
                .product(name: "URLSessionTransport", package: "specwright"),
            ]
        ),
        .testTarget(
            name: "NotesModelTests",
            dependencies: [
                "NotesModel", "NotesAPI", "NotesMocks",
                .product(name: "APITesting", package: "specwright"),
            ]
        ),
    ]
)
