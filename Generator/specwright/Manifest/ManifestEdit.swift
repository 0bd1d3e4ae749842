/// An edit of a manifest that adds targets and a dependency.
///
/// Changes only manifests whose structure it recognizes: a single call of `Package` whose arguments `targets` and
/// `dependencies` are array literals, or absent.
struct ManifestEdit {

    /// The elements to add, as Swift code.
    struct Additions {
        /// The dependency on this package; `nil` if the manifest has it.
        var dependency: String?
        var targets: [String]
        /// The names of the targets.
        var names: [String]
        /// Whether the package is new, so that nothing in it has one of the names but the package itself.
        var isForNewPackage = false
    }

    /// The reason why a manifest is not changed.
    struct Refusal: Error, Hashable {
        /// The reason as a clause: "its targets are not an array literal".
        let reason: String
        /// Whether the manifest has to declare a later version of the tools.
        var needsVersion = false
    }

    /// The order of the arguments of `Package`.
    private static let order = [
        "name", "defaultLocalization", "platforms", "pkgConfig", "providers", "products", "traits", "dependencies",
        "targets", "swiftLanguageModes", "swiftLanguageVersions", "cLanguageStandard", "cxxLanguageStandard",
    ]

    /// The platforms of a package that uses generated modules.
    static let platforms = "[.iOS(.v16), .macOS(.v13)]"

    /// Returns the changed manifest.
    ///
    /// - Throws: ``Refusal`` if the manifest has another structure.
    static func applied(_ additions: Additions, to manifest: String) throws(Refusal) -> String {
        try checkVersion(of: manifest)
        var text = manifest
        for name in additions.names where !additions.isForNewPackage && manifest.contains("\"\(name)\"") {
            throw Refusal(reason: "it contains the name \"\(name)\" already")
        }
        if let dependency = additions.dependency {
            text = try adding([dependency], to: "dependencies", in: text)
        }
        text = try adding(additions.targets, to: "targets", in: text)
        if try call(in: text).arguments.allSatisfy({ $0.label != "platforms" }) {
            text = try inserting("platforms: \(platforms)", label: "platforms", in: text)
        }
        return text
    }

    /// Checks that the manifest may declare traits of a dependency.
    private static func checkVersion(of manifest: String) throws(Refusal) {
        let line = manifest.prefix { !$0.isNewline }
        let digits = line.split(separator: ":").last?.split(separator: ".").map { part in
            Int(part.drop { $0 == " " }.prefix { $0.isNumber }) ?? 0
        }
        guard line.hasPrefix("//"), line.contains("swift-tools-version"), let digits, digits.count >= 2 else {
            throw Refusal(reason: "its first line does not contain the version of the tools", needsVersion: true)
        }
        guard (digits[0], digits[1]) >= (6, 1) else {
            throw Refusal(
                reason: "its tools version is lower than 6.1, which package traits require",
                needsVersion: true
            )
        }
    }

    /// The call of `Package` in a manifest.
    private struct Call {
        let source: SwiftText
        let arguments: [(label: String, value: Range<Int>)]

        /// The line ends and the indentation of the manifest.
        var layout: ManifestLayout { ManifestLayout(source, arguments.map(\.value)) }
    }

    private static func call(in text: String) throws(Refusal) -> Call {
        guard let source = SwiftText(text) else {
            throw Refusal(reason: "it contains an interpolated string, or brackets that are not closed")
        }
        let calls = source.positions(ofCode: "Package(")
        guard calls.count == 1 else {
            throw Refusal(reason: "it does not contain exactly one call of Package")
        }
        let open = calls[0] + "Package".utf8.count
        let arguments = source.arguments(ofCallAt: open)
        guard !source.hasConditions else { throw Refusal(reason: "it contains '#if'") }
        guard arguments.first?.label == "name", Set(arguments.map(\.label)).isSubset(of: order) else {
            throw Refusal(reason: "its call of Package has arguments that specwright does not know")
        }
        return Call(source: source, arguments: arguments)
    }

    /// Adds elements to an array argument, which is created if it is absent.
    private static func adding(_ elements: [String], to label: String, in text: String) throws(Refusal) -> String {
        let call = try call(in: text)
        let lines = elements.map { $0.split(separator: "\n").map { "        " + $0 }.joined(separator: "\n") }
        guard let array = call.arguments.first(where: { $0.label == label })?.value else {
            let list = "\(label): [\n" + lines.map { $0 + ",\n" }.joined() + "    ]"
            return try inserting(list, label: label, in: text)
        }
        let source = call.source
        guard source.bytes[array.lowerBound] == UInt8(ascii: "["),
            source.end(ofBracketAt: array.lowerBound) == array.upperBound - 1
        else {
            throw Refusal(reason: "its \(label) are not an array literal")
        }
        let last = (array.lowerBound..<array.upperBound - 1).last(where: source.isContent)
        let end = last ?? array.lowerBound
        let needsComma = end != array.lowerBound && source.bytes[end] != UInt8(ascii: ",")
        // Comments behind the last element remain behind it.
        let comment = source.text(end + 1..<array.upperBound - 1)
        let kept = String(comment.reversed().drop(while: \.isWhitespace).reversed())
        let list = "\n" + lines.map { $0 + ",\n" }.joined() + "    ]"
        return source.text(0..<end + 1) + (needsComma ? "," : "") + kept + call.layout.applied(to: list)
            + source.text(array.upperBound..<source.bytes.count)
    }

    /// Inserts an argument at its position in the order of arguments.
    private static func inserting(_ argument: String, label: String, in text: String) throws(Refusal) -> String {
        let call = try call(in: text)
        let position = order.firstIndex(of: label) ?? 0
        let before = call.arguments.last { (order.firstIndex(of: $0.label) ?? 0) < position }
        guard let before else { throw Refusal(reason: "its call of Package has no name") }
        let end = before.value.upperBound
        return call.source.text(0..<end) + call.layout.applied(to: ",\n    \(argument)")
            + call.source.text(end..<call.source.bytes.count)
    }
}

extension SwiftText {
    /// Whether the code contains conditional compilation.
    fileprivate var hasConditions: Bool { !positions(ofCode: "#if").isEmpty }
}
