import Foundation

/// The public error types that the sources of a module declare.
struct PublicErrorTypes {

    /// A declared error type.
    struct Found: Hashable {
        /// The module and the name of the type, without enclosing types.
        var name: String
        /// The names of the cases; empty for a type that is not an enum.
        var cases: Set<String> = []
    }

    /// The types by their name.
    private(set) var types: [String: Found] = [:]

    /// The modules that are not products of the package.
    private static let internalModules: Set<String> = ["LoopbackServer", "PartnerBackend", "SandboxServer", "sandbox"]

    private static let conformance = #"[^\{]*?\b(?:Error|LocalizedError|OperationError|AnybillError)\b[^\{]*\{"#

    /// Reads the handwritten sources of all products.
    init(root: URL) throws {
        let sources = root.appendingPathComponent("Sources")
        for module in try FileManager.default.contentsOfDirectory(atPath: sources.path).sorted()
        where !Self.internalModules.contains(module) {
            let folder = sources.appendingPathComponent(module)
            let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
            for file in files.sorted() where file.hasSuffix(".swift") && !file.hasPrefix("Generated/") {
                add(try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8), module: module)
            }
        }
    }

    /// Reads one text, for tests of the search.
    init(text: String, module: String) {
        add(text, module: module)
    }

    private mutating func add(_ text: String, module: String) {
        let code = text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
            !line.drop { $0 == " " }.hasPrefix("//")
        }.joined(separator: "\n")
        let keywords = "struct|enum|final class|class|actor"
        let head = "(?m)^( *)public (?:indirect )?(?:\(keywords)) (\\w+):" + Self.conformance
        for match in Self.matches(head, in: code) {
            let name = "\(module).\(match.groups[1])"
            types[name] = Found(name: name, cases: Self.cases(after: match.end, indent: match.groups[0], in: code))
        }
        // A type that an extension makes an error.
        for match in Self.matches("(?m)^( *)extension ([\\w.]+):" + Self.conformance, in: code) {
            let name = "\(module).\(match.groups[1].split(separator: ".").last ?? "")"
            let isPublic =
                code.contains("public enum \(match.groups[1])") || code.contains("public struct \(match.groups[1])")
            if types[name] == nil, isPublic { types[name] = Found(name: name) }
        }
    }

    /// Returns the names of the cases in the body of an enum, which ends at a brace with the enum's indentation.
    private static func cases(after start: String.Index, indent: String, in code: String) -> Set<String> {
        var names: Set<String> = []
        for line in code[start...].split(separator: "\n") {
            if line == indent + "}" { break }
            guard line.hasPrefix(indent + "    case "), !line.hasSuffix(":") else { continue }
            var depth = 0
            let list = line.dropFirst(indent.count + 9).filter { character in
                if character == "(" { depth += 1 }
                defer { if character == ")" { depth -= 1 } }
                return depth == 0 && character != ")"
            }
            names.formUnion(list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) })
        }
        return names
    }

    private struct Match {
        var groups: [String]
        var end: String.Index
    }

    private static func matches(_ pattern: String, in text: String) -> [Match] {
        guard let expression = try? NSRegularExpression(pattern: pattern) else { return [] }
        return expression.matches(in: text, range: NSRange(text.startIndex..., in: text)).compactMap { result in
            guard let whole = Range(result.range, in: text) else { return nil }
            let groups = (1..<result.numberOfRanges).map { index in
                Range(result.range(at: index), in: text).map { String(text[$0]) } ?? ""
            }
            return Match(groups: groups, end: whole.upperBound)
        }
    }
}
