import Foundation

/// A dependency on the package specwright that a manifest declares.
struct DeclaredDependency {

    /// The location of the package.
    let location: PackageLocation
    /// The declaration, as in the manifest.
    let code: String
    /// The name in the declaration; `nil` if it has none.
    private let name: String?
    /// The literal of the location.
    private let literal: String

    /// Returns the dependencies of a manifest that have a URL or a path; none if the manifest cannot be read.
    static func all(in manifest: String) -> [DeclaredDependency] {
        guard let source = SwiftText(manifest) else { return [] }
        return source.positions(ofCode: ".package(").compactMap { DeclaredDependency(source, at: $0) }
    }

    private init?(_ source: SwiftText, at start: Int) {
        let open = start + ".package".utf8.count
        let arguments = source.arguments(ofCallAt: open)
        guard let end = source.end(ofBracketAt: open),
            let place = arguments.first(where: { ["url", "path"].contains($0.label) }),
            let text = source.string(place.value)
        else { return nil }
        location = place.label == "url" ? .url(text) : .path(text)
        code = source.text(start..<end + 1)
        name = arguments.first { $0.label == "name" }.flatMap { source.string($0.value) }
        literal = source.text(place.value)
    }

    /// Returns the name of the package in products.
    func package(in folder: String) -> String { name ?? location.absolute(from: folder).identity }

    /// Whether the dependency enables the command of the package.
    var hasGenerator: Bool {
        if case .path = location, !code.contains("traits:") { return true }
        return code.contains("\"Generator\"")
    }

    /// Returns the declaration with an absolute path.
    func absolute(from folder: String) -> String {
        guard case .path(let path) = location.absolute(from: folder) else { return code }
        return code.replacingOccurrences(of: literal, with: PackageLocation.literal(path))
    }
}

extension SwiftText {
    /// Returns the string of a literal on one line without escapes; `nil` for other code.
    fileprivate func string(_ range: Range<Int>) -> String? {
        let code = text(range)
        guard code.count >= 2, code.hasPrefix("\""), code.hasSuffix("\""), !code.contains("\\") else { return nil }
        let string = code.dropFirst().dropLast()
        return string.contains("\"") ? nil : String(string)
    }

    /// Returns the name of the package of a manifest; `nil` if it is not a literal.
    static func packageName(_ manifest: String) -> String? {
        guard let source = SwiftText(manifest), let start = source.positions(ofCode: "Package(").first else {
            return nil
        }
        let arguments = source.arguments(ofCallAt: start + "Package".utf8.count)
        return arguments.first { $0.label == "name" }.flatMap { source.string($0.value) }
    }
}
