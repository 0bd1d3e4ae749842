import YAMLReader

/// The schemas of a file that name themselves by `$id` or `$anchor`, as in JSON Schema 2020-12.
struct AnchorIndex {

    /// Schemas by their addresses: `$id`, resolved against that of the schema around it.
    private(set) var resources: [String: Element] = [:]
    /// Schemas by the address of the schema around them and their anchor: `https://example.com/a#name`.
    private(set) var anchors: [String: Element] = [:]
    /// Schemas by their anchors alone; of several with the same one the first counts.
    private(set) var loose: [String: Element] = [:]
    /// Those of `resources` by what their addresses end with behind the last slash.
    private var endings: [String: [Element]] = [:]
    /// The addresses of schemas with an `$id`.
    private var addresses: [ElementID: String] = [:]

    /// Values that are no schemas, in which the keys mean nothing.
    private static let values: Set<String> = ["const", "default", "enum", "example", "examples"]

    /// Mappings whose keys are names, among which those of values mean nothing.
    private static let names: Set<String> = [
        "properties", "patternProperties", "$defs", "definitions", "schemas", "dependentSchemas", "paths", "webhooks",
        "responses", "headers", "content", "callbacks", "links", "parameters", "requestBodies", "pathItems",
    ]

    /// An index of a file that has none.
    init() {}

    /// Looks through a whole file.
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

    /// Notes what a mapping calls itself; gives the address that what is in it starts from.
    private mutating func note(_ element: Element, _ mapping: Mapping, _ outer: String) -> String {
        var base = outer
        if let id = mapping["$id"]?.string {
            let address = URIText.resolved(id, against: outer)
            let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, !parts[1].isEmpty {
                // An anchor, as earlier versions of JSON Schema wrote it.
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

    /// The address of the nearest schema with an `$id` at or around a place; empty when there is none.
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

    /// Schemas that a reference may name, whatever it starts from.
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

/// References between addresses, by RFC 3986.
enum URIText {

    private struct Parts {
        var scheme: String?
        var authority: String?
        var path: String
        /// The query and the fragment with their marks.
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

    /// What a reference names that stands where the address is another one.
    ///
    /// - Parameters:
    ///   - reference: The reference.
    ///   - base: The address to start from; empty when there is none.
    /// - Returns: The address; relative where the base is.
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
