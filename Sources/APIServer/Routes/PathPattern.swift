/// The path of an operation in the specification, converted for a router and matched against requests.
struct PathPattern: Sendable {
    /// A part of a segment: literal characters, or the name of a parameter.
    private enum Piece: Sendable {
        case text(Substring)
        case name(Substring)
    }

    private let segments: [[Piece]]

    /// Creates a pattern from a path with parameters in braces.
    ///
    /// The remaining path is percent-encoded.
    init(_ template: String) {
        segments = template.split(separator: "/").map(Self.pieces)
    }

    private init(segments: [[Piece]]) {
        self.segments = segments
    }

    /// Returns the pattern with the segments of a group's path before its own.
    func below(_ path: String) -> PathPattern {
        PathPattern(segments: PathPattern(path).segments + segments)
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

    /// The path for the router, in which parameters are named by their position.
    ///
    /// Parameter names of the specification may contain any characters, and two operations may use different names in
    /// the same position.
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

    /// Returns whether a router would interpret a string as more than a literal.
    private static func isSpecial(_ text: Substring) -> Bool {
        text.hasPrefix(":") || text.hasPrefix("*") || text.hasSuffix("*")
    }

    /// The kinds of the segments: 2 for a literal, 1 for a literal with parameters, 0 for a parameter.
    ///
    /// Of several patterns that match a path, a router selects the one whose list is greatest.
    var literals: [Int] {
        segments.map { pieces in
            let names = pieces.count { if case .name = $0 { true } else { false } }
            return names == 0 ? 2 : pieces.count > 1 ? 1 : 0
        }
    }

    /// Returns whether a whole path matches.
    func matches(_ path: String) -> Bool {
        path.split(separator: "/").count == segments.count && values(in: path) != nil
    }

    /// Returns the values in a request's path, by name.
    ///
    /// - Parameter path: The path, which may begin with the path of a router group.
    /// - Returns: The percent-encoded values; `nil` if the path does not match.
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
            // Find the longest value for which the remaining pieces match.
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
