import YAMLReader

/// The schemas of a file that have an `$id` or an `$anchor` (JSON Schema 2020-12).
struct AnchorIndex {

    /// Schemas by their address: `$id`, resolved against the address of the enclosing schema.
    private(set) var resources: [String: Element] = [:]
    /// Schemas by the address of the enclosing schema and their anchor: `https://example.com/a#name`.
    private(set) var anchors: [String: Element] = [:]
    /// Schemas by their anchor alone; the first of several schemas with the same anchor.
    private(set) var loose: [String: Element] = [:]
    /// The schemas of `resources` by the last path segment of their address.
    private var endings: [String: [Element]] = [:]
    /// The addresses of schemas with an `$id`.
    private var addresses: [ElementID: String] = [:]

    /// Keywords whose values are not schemas, so that the keys in them have no meaning.
    private static let values: Set<String> = ["const", "default", "enum", "example", "examples"]

    /// Keywords whose values map names to schemas, so that a name equal to a keyword of `values` has no special
    /// meaning.
    private static let names: Set<String> = [
        "properties", "patternProperties", "$defs", "definitions", "schemas", "dependentSchemas", "paths", "webhooks",
        "responses", "headers", "content", "callbacks", "links", "parameters", "requestBodies", "pathItems",
    ]

    /// Creates an empty index.
    init() {}

    /// Creates an index of a whole file.
    init(_ root: Element) {
        var open: [(element: Element, base: String, isNames: Bool)] = [(root, "", false)]
        while let (element, base, isNames) = open.popLast() {
            if let mapping = element.node.mapping {
                let base = note(element, mapping, base)
                for entry in mapping.entries.reversed() where isNames || !Self.values.contains(entry.key.text) {
                    let hasNames = !isNames && Self.names.contains(entry.key.text)
                    open.append((element.child(entry.key.text, entry.value), base, hasNames))
                }
            }
            for (index, node) in (element.node.sequence ?? []).enumerated().reversed() {
                open.append((element.child(String(index), node), base, false))
            }
        }
    }

    /// Records the `$id` and the anchors of a mapping, and returns the base address of the values in it.
    private mutating func note(_ element: Element, _ mapping: Mapping, _ outer: String) -> String {
        var base = outer
        if let id = mapping["$id"]?.string {
            let address = URIText.resolved(id, against: outer)
            let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, !parts[1].isEmpty {
                // Earlier versions of JSON Schema write an anchor as the fragment of an `$id`.
                addAnchor(String(parts[1]), element, String(parts[0]))
            } else {
                base = String(parts[0])
                addResource(element, base)
                addresses[ElementID(element.pointer)] = base
            }
        }
        for key in ["$anchor", "$dynamicAnchor"] {
            if let name = mapping[key]?.string {
                addAnchor(name, element, base)
            }
        }
        return base
    }

    private mutating func addResource(_ element: Element, _ address: String) {
        guard resources[address] == nil else { return }
        resources[address] = element
        endings[Self.ending(of: address), default: []].append(element)
    }

    private static func ending(of address: String) -> String {
        address.lastIndex(of: "/").map { String(address[address.index(after: $0)...]) } ?? address
    }

    private mutating func addAnchor(_ name: String, _ element: Element, _ base: String) {
        let address = base + "#" + name
        anchors[address] = anchors[address] ?? element
        loose[name] = loose[name] ?? element
    }

    /// Returns the address of the nearest schema with an `$id` at or around a location; empty without such a schema.
    func base(of pointer: Pointer) -> String {
        guard !addresses.isEmpty else { return "" }
        var step: Pointer? = pointer
        while let place = step {
            if let address = addresses[ElementID(place)] {
                return address
            }
            step = place.parent
        }
        return ""
    }

    /// Returns the schemas that a reference may refer to by `$id` or `$anchor`, whatever its base address is.
    func candidates(for reference: Reference) -> [Element] {
        let path = reference.filePath
        if path.isEmpty {
            return loose[String(reference.fragment.dropFirst())].map { [$0] } ?? []
        }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let exact = Self.ending(of: path) == name ? nil : resources[path]
        return (endings[name] ?? []) + (exact.map { [$0] } ?? [])
    }
}

/// Resolution of references against a base address (RFC 3986).
enum URIText {

    /// The components of an address.
    private struct Parts {
        var scheme: String?
        var authority: String?
        var path: String
        /// The query and the fragment, with `?` and `#`.
        var rest: String

        init(_ text: String) {
            var text = text[...]
            let end = text.firstIndex { "?#".contains($0) } ?? text.endIndex
            rest = String(text[end...])
            text = text[..<end]
            if let colon = text.firstIndex(of: ":"), !text[..<colon].contains("/"), colon != text.startIndex {
                scheme = text[..<colon].lowercased()
                text = text[text.index(after: colon)...]
            }
            if text.hasPrefix("//") {
                let host = text.dropFirst(2).prefix { $0 != "/" }
                authority = String(host)
                text = text[host.endIndex...]
            }
            path = String(text)
        }

        var text: String {
            (scheme.map { $0 + ":" } ?? "") + (authority.map { "//" + $0 } ?? "") + path + rest
        }
    }

    /// Returns the address that a reference denotes relative to a base address.
    ///
    /// - Parameters:
    ///   - reference: The reference.
    ///   - base: The base address; empty if there is none.
    /// - Returns: The address; relative if the base is relative.
    static func resolved(_ reference: String, against base: String) -> String {
        var parts = Parts(reference)
        guard parts.scheme == nil else { return parts.text }
        let start = Parts(base)
        parts.scheme = start.scheme
        guard parts.authority == nil else { return parts.text }
        parts.authority = start.authority
        if parts.path.isEmpty {
            parts.path = start.path
            if !parts.rest.hasPrefix("?") {
                parts.rest = start.rest.prefix { $0 != "#" } + parts.rest
            }
        } else if !parts.path.hasPrefix("/") {
            let folder = start.path.lastIndex(of: "/").map { start.path[...$0] } ?? ""
            parts.path = (folder.isEmpty && start.authority != nil ? "/" : folder) + parts.path
        }
        parts.path = withoutDots(parts.path)
        return parts.text
    }

    /// Returns the relative path that leads from one address to another one; `nil` if they differ in more than the path.
    static func path(from base: String, to address: String) -> String? {
        let (start, end) = (Parts(base), Parts(address))
        guard start.scheme == end.scheme, start.authority == end.authority, end.rest.isEmpty else { return nil }
        let folder = start.path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let steps = end.path.split(separator: "/", omittingEmptySubsequences: false)
        let shared = zip(folder, steps.dropLast()).prefix { $0 == $1 }.count
        return (Array(repeating: "..", count: folder.count - shared) + steps.dropFirst(shared)).joined(separator: "/")
    }

    private static func withoutDots(_ path: String) -> String {
        var steps: [Substring] = []
        let all = path.split(separator: "/", omittingEmptySubsequences: false)
        for (index, step) in all.enumerated() {
            let isLast = index == all.count - 1
            switch step {
            case ".": steps += isLast ? [""] : []
            case "..":
                if steps.count > 1 || steps.first?.isEmpty == false {
                    steps.removeLast()
                }
                steps += isLast ? [""] : []
            default: steps.append(step)
            }
        }
        return steps.joined(separator: "/")
    }
}
