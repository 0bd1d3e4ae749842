import Foundation

/// The location of the package specwright, for the manifest of a new project.
enum PackageLocation: Equatable {
    /// A URL of a repository.
    case url(String)
    /// A path, relative to the project if possible.
    case path(String)

    /// Reads a location from an argument.
    init(_ text: String) {
        let isURL = text.contains("://") || (text.contains("@") && text.contains(":"))
        self = isURL ? .url(text) : .path(text)
    }

    /// Whether a URL has a host and a path; `true` for a path.
    var isComplete: Bool {
        guard case .url(let url) = self else { return true }
        let rest = url.range(of: "://").map { url[$0.upperBound...] } ?? url[...]
        // `git@host:path` has a colon in place of the first slash. A file of the disk has no host.
        let separator: Character = url.contains("://") ? "/" : ":"
        let parts = rest.split(separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
        let hasHost = url.lowercased().hasPrefix("file://") || parts.first?.isEmpty == false
        return hasHost && parts.count == 2 && parts[1].contains { $0 != "/" }
    }

    /// The clone that contains the running executable; `nil` for an executable elsewhere.
    static func ofExecutable(from folder: String) -> PackageLocation? {
        guard let executable = Bundle.main.executableURL?.resolvingSymlinksInPath().path,
            let end = executable.range(of: "/.build/")?.lowerBound
        else { return nil }
        let root = String(executable[..<end])
        return isSpecwright(root) ? .path(relative(root, to: folder)) : nil
    }

    /// Returns whether a folder contains the package specwright.
    static func isSpecwright(_ folder: String) -> Bool { packageName(folder) == "specwright" }

    /// Returns the name of the package in a folder; `nil` if its manifest has no literal as its name.
    static func packageName(_ folder: String) -> String? {
        DiskFile.read(folder + "/Package.swift").flatMap { SwiftText.packageName(String(decoding: $0, as: UTF8.self)) }
    }

    /// Returns the path of a folder relative to another one.
    static func relative(_ path: String, to folder: String) -> String {
        let (target, base) = (path.split(separator: "/"), folder.split(separator: "/"))
        let common = zip(target, base).prefix { $0 == $1 }.count
        // A path that has only the root in common is clearer as it is.
        guard common > 0 else { return path }
        let steps = Array(repeating: "..", count: base.count - common) + target.dropFirst(common).map(String.init)
        return steps.isEmpty ? "." : steps.joined(separator: "/")
    }

    /// The dependency in a manifest.
    var dependency: String {
        switch self {
        case .url(let url): ".package(url: \(Self.literal(url)), branch: \"main\", traits: [\"Generator\"])"
        case .path(let path): ".package(path: \(Self.literal(path)), traits: [])"
        }
    }

    /// Returns the location without a relative path, whose last component may name no folder, as in `../..`.
    ///
    /// - Parameter folder: The folder from which a relative path leads to the package.
    /// - Returns: The URL or the absolute path.
    func absolute(from folder: String) -> PackageLocation {
        guard case .path(let path) = self else { return self }
        return .path(URL(fileURLWithPath: path.hasPrefix("/") ? path : "\(folder)/\(path)").standardized.path)
    }

    /// The identity of the package in products, for a URL or an absolute path: its last component without `.git`.
    var identity: String {
        switch self {
        case .url(let text), .path(let text):
            let name = text.split { "/:".contains($0) }.last.map(String.init) ?? "specwright"
            return name.hasSuffix(".git") ? String(name.dropLast(4)) : name
        }
    }

    /// Returns whether two locations are the same, apart from the spelling of a URL or a path.
    func isSame(as other: PackageLocation, from folder: String) -> Bool {
        switch (absolute(from: folder), other.absolute(from: folder)) {
        case (.url(let first), .url(let second)): Self.plain(first) == Self.plain(second)
        case (let first, let second): first == second
        }
    }

    private static func plain(_ url: String) -> String {
        let name = url.lowercased()
        return name.hasSuffix(".git") ? String(name.dropLast(4)) : name
    }

    /// The command that generates the modules again, with the dependency that ``dependency`` adds.
    var generateCommand: String {
        switch self {
        case .url: "swift run specwright generate"
        case .path(let path): "swift run --package-path \(ShellWord.quoted(path)) specwright generate"
        }
    }

    /// Returns a string literal.
    static func literal(_ text: String) -> String {
        let escaped = text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
        return "\"\(escaped)\""
    }
}
