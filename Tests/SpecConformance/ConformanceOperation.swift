import Foundation
import YAMLReader

/// An operation of a specification, with everything that applies to it.
struct ConformanceOperation: Sendable {
    /// The HTTP method in upper case.
    let method: String

    /// The segments of the path template.
    let segments: [String]

    /// The parameters of the operation and its path.
    let parameters: [Node]

    /// The operation object.
    let node: Node

    /// The name in messages, such as `GET /receipts/{id}`.
    var name: String { "\(method) /\(segments.joined(separator: "/"))" }

    private static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

    /// Returns the operations of a document, those with the longest paths and the most literal segments first.
    static func all(of root: Node) -> [ConformanceOperation] {
        var found: [ConformanceOperation] = []
        for path in root["paths"]?.mapping?.entries ?? [] {
            let segments = path.key.text.split(separator: "/").map(String.init)
            for method in methods {
                guard let node = path.value[method] else { continue }
                let shared = path.value["parameters"]?.sequence ?? []
                let own = node["parameters"]?.sequence ?? []
                found.append(
                    ConformanceOperation(
                        method: method.uppercased(),
                        segments: segments,
                        parameters: own + shared,
                        node: node
                    )
                )
            }
        }
        return found.sorted { ($0.segments.count, $0.literals) > ($1.segments.count, $1.literals) }
    }

    private var literals: Int { segments.filter { !$0.contains("{") }.count }

    /// Returns the values of the path parameters, or `nil` if the path does not end with this operation's path.
    ///
    /// The start of the path belongs to the server's URL.
    func values(in path: [String]) -> [String: String]? {
        guard path.count >= segments.count else { return nil }
        var values: [String: String] = [:]
        for (template, segment) in zip(segments, path.suffix(segments.count)) {
            guard let open = template.firstIndex(of: "{"), let close = template.lastIndex(of: "}") else {
                guard template == segment else { return nil }
                continue
            }
            let head = template[..<open]
            let tail = template[template.index(after: close)...]
            guard segment.hasPrefix(head), segment.hasSuffix(tail), segment.count > head.count + tail.count else {
                return nil
            }
            let value = segment.dropFirst(head.count).dropLast(tail.count)
            values[String(template[template.index(after: open)..<close])] = String(value).removingPercentEncoding
        }
        return values
    }
}
