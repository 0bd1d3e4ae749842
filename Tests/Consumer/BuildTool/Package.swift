// swift-tools-version: 6.2

// A package that does not commit its generated code. run.sh inserts the location of the package.

import PackageDescription

let package = Package(
    name: "BuildTool",
    platforms: [.iOS(.v16), .macOS(.v13)],
    dependencies: [.package(url: "SPECWRIGHT_URL", branch: "SPECWRIGHT_BRANCH", traits: ["Generator"])],
    targets: [
        .target(
            name: "NotesAPI",
            dependencies: [.product(name: "APIRuntime", package: "SPECWRIGHT_NAME")],
            plugins: [.plugin(name: "SpecwrightBuildTool", package: "SPECWRIGHT_NAME")]
        ),
        .target(
            name: "NotesMocks",
            dependencies: [
                "NotesAPI", .product(name: "APIRuntime", package: "SPECWRIGHT_NAME"),
                .product(name: "APITesting", package: "SPECWRIGHT_NAME"),
            ],
            plugins: [.plugin(name: "SpecwrightBuildTool", package: "SPECWRIGHT_NAME")]
        ),
        .executableTarget(name: "Notes", dependencies: ["NotesAPI", "NotesMocks"]),
    ]
)
