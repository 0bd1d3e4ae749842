// swift-tools-version: 6.2

// A package as a user would write it. run.sh inserts the location of the package.

import PackageDescription

let package = Package(
    name: "Plugin",
    platforms: [.iOS(.v16), .macOS(.v13)],
    dependencies: [.package(url: "SPECWRIGHT_URL", branch: "SPECWRIGHT_BRANCH", traits: ["Generator"])],
    targets: [
        .target(name: "NotesAPI", dependencies: [.product(name: "APIRuntime", package: "SPECWRIGHT_NAME")]),
        .executableTarget(name: "Notes", dependencies: ["NotesAPI"]),
    ]
)
