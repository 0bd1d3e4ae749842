/// The path of an operation as the specification writes it, and how a router and a request see it.
struct PathPattern: Sendable {
    private enum Piece: Sendable {
        case text(Substring)
        case name(Substring)
    }

    private let segments: [[Piece]]

    /// Takes a path with parameters in braces; its other parts are percent-encoded.
    init(_ template: String) {
        segments = template.split(separator: "/").map(Self.pieces)
    }

    private static func pieces(_ segment: Substring) -> [Piece] {
        var pieces: [Piece] = []
        var rest = segment
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            if open > rest.startIndex { pieces.append(.text(rest[..<open])) }
            pieces.append(.name(rest[rest.index(after: open)..<close]))
            rest = rest[rest.index(after: close)...]
        }
        return rest.isEmpty ? pieces : pieces + [.text(rest)]
    }

    /// The path for the router, in which parameters are named by their place: names of the specification may hold
    /// anything, and two operations may name one place differently.
    var routerPath: String {
        let parts = segments.enumerated().map { index, pieces -> String in
            switch (pieces.first, pieces.count) {
            case (.text(let text), 1) where !Self.isSpecial(text): String(text)
            case (.name, 2):
                if case .text(let suffix) = pieces[1] { "{p\(index)}\(suffix)" } else { "{p\(index)}" }
            case (.text(let prefix), 2) where !Self.isSpecial(prefix): "\(prefix){p\(index)}"
            default: "{p\(index)}"
            }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// Whether a router would read a text as more than itself.
    private static func isSpecial(_ text: Substring) -> Bool {
        text.hasPrefix(":") || text.hasPrefix("*") || text.hasSuffix("*")
    }

    /// The values of a request's path by name.
    ///
    /// - Parameter path: The path, which may begin with the path of a router's group.
    /// - Returns: The values as they were sent; `nil` when the path is another one.
    func values(in path: String) -> [String: String]? {
        let actual = path.split(separator: "/")
        guard actual.count >= segments.count else { return nil }
        var values: [String: String] = [:]
        for (pieces, segment) in zip(segments, actual.suffix(segments.count)) {
            guard Self.match(pieces[...], segment, &values) else { return nil }
        }
        return values
    }

    private static func match(
        _ pieces: ArraySlice<Piece>,
        _ segment: Substring,
        _ values: inout [String: String]
    ) -> Bool {
        switch pieces.first {
        case nil: return segment.isEmpty
        case .text(let text):
            guard segment.hasPrefix(text) else { return false }
            return match(pieces.dropFirst(), segment.dropFirst(text.count), &values)
        case .name(let name):
            let rest = pieces.dropFirst()
            guard !rest.isEmpty else {
                values[String(name)] = String(segment)
                return !segment.isEmpty
            }
            // The longest value for which the rest still fits.
            var end = segment.endIndex
            while end > segment.startIndex {
                if match(rest, segment[end...], &values) {
                    values[String(name)] = String(segment[..<end])
                    return true
                }
                end = segment.index(before: end)
            }
            return false
        }
    }
}
