import APIRuntime

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
        segments = template.split(separator: "/").map { Self.pieces(Self.normalized($0)) }
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
                if case .text(let suffix) = pieces[1], !suffix.utf8.contains(UInt8(ascii: "%")) {
                    "{p\(index)}\(suffix)"
                } else {
                    "{p\(index)}"
                }
            case (.text(let prefix), 2) where !Self.isSpecial(prefix): "\(prefix){p\(index)}"
            default: "{p\(index)}"
            }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// The path without the names of its parameters.
    ///
    /// Patterns that match the same paths have the same shape.
    var shape: String {
        segments.map { pieces in
            pieces.map { if case .text(let text) = $0 { String(text) } else { "{}" } }.joined()
        }.joined(separator: "/")
    }

    /// Returns whether a router would interpret a string as more than a literal, or compare its escapes by their letter
    /// case.
    private static func isSpecial(_ text: Substring) -> Bool {
        text.hasPrefix(":") || text.hasPrefix("*") || text.hasSuffix("*") || text.utf8.contains(UInt8(ascii: "%"))
    }

    /// Returns a segment with escapes in upper case, and without those of letters, digits and `-._~` (RFC 3986, section
    /// 6.2.2).
    private static func normalized(_ segment: Substring) -> Substring {
        guard segment.utf8.contains(UInt8(ascii: "%")) else { return segment }
        var bytes: [UInt8] = []
        var rest = segment.utf8[...]
        while let byte = rest.popFirst() {
            let digits = Substring(rest.prefix(2))
            guard byte == UInt8(ascii: "%"), digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
                let value = UInt8(digits, radix: 16)
            else {
                bytes.append(byte)
                continue
            }
            rest = rest.dropFirst(2)
            bytes += LiteralCharacters.unreserved.contains(value) ? [value] : Array("%\(digits.uppercased())".utf8)
        }
        return Substring(String(decoding: bytes, as: UTF8.self))
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

    /// Returns the segments of a request's path.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - work: A counter of the work, for tests.
    /// - Returns: The segments that are not empty.
    static func segments(of path: String, work: TextWork? = nil) -> [Substring] {
        work?.add(path.utf8.count)
        return path.split(separator: "/")
    }

    /// Returns whether the segments of a whole path match.
    func matches(_ actual: [Substring]) -> Bool {
        actual.count == segments.count && values(in: actual, work: nil) != nil
    }

    /// Returns the values in a request's path, by name.
    ///
    /// If a segment can be divided in several ways, the first of its values is the longest possible.
    ///
    /// - Parameters:
    ///   - path: The path, which may begin with the path of a router group.
    ///   - work: A counter of the work, for tests.
    /// - Returns: The percent-encoded values; `nil` if the path does not match.
    func values(in path: String, work: TextWork? = nil) -> [String: String]? {
        values(in: Self.segments(of: path), work: work)
    }

    private func values(in actual: [Substring], work: TextWork?) -> [String: String]? {
        guard actual.count >= segments.count else { return nil }
        var values: [String: String] = [:]
        for (pieces, segment) in zip(segments, actual.suffix(segments.count)) {
            guard Self.match(pieces, Self.normalized(segment), &values, work) else { return nil }
        }
        return values
    }

    /// Matches a segment from its end: the last place of each literal leaves the longest values before it, so none has
    /// to be tried again.
    private static func match(
        _ pieces: [Piece],
        _ segment: Substring,
        _ values: inout [String: String],
        _ work: TextWork?
    ) -> Bool {
        // Most segments are one literal or one parameter.
        if pieces.count == 1, let piece = pieces.first {
            switch piece {
            case .text(let text): return segment.unicodeScalars.elementsEqual(text.unicodeScalars)
            case .name(let name): values[String(name)] = String(segment)
            }
            return !segment.isEmpty
        }
        var pieces = pieces[...]
        var rest = Array(segment.unicodeScalars)[...]
        if case .text(let prefix) = pieces.first {
            guard rest.starts(with: prefix.unicodeScalars) else { return false }
            rest = rest.dropFirst(prefix.unicodeScalars.count)
            pieces = pieces.dropFirst()
        }
        if case .text(let suffix) = pieces.last {
            guard rest.reversed().starts(with: suffix.unicodeScalars.reversed()) else { return false }
            rest = rest.dropLast(suffix.unicodeScalars.count)
            pieces = pieces.dropLast()
        }
        while case .name(let name) = pieces.popLast() {
            guard !pieces.isEmpty else {
                values[String(name)] = string(rest)
                return !rest.isEmpty
            }
            var literal: [Unicode.Scalar] = []
            if case .text(let text) = pieces.last {
                literal = Array(text.unicodeScalars)
                pieces = pieces.dropLast()
            }
            // The value has one character or more.
            guard let place = lastPlace(of: literal, in: rest.dropLast(), work) else { return false }
            values[String(name)] = string(rest[(place + literal.count)...])
            rest = rest[..<place]
        }
        return rest.isEmpty
    }

    /// Returns the place of the last occurrence of a literal.
    private static func lastPlace(
        of literal: [Unicode.Scalar],
        in text: ArraySlice<Unicode.Scalar>,
        _ work: TextWork?
    ) -> Int? {
        var place = text.endIndex - literal.count
        while place >= text.startIndex {
            work?.add(1)
            if text[place...].starts(with: literal) { return place }
            place -= 1
        }
        return nil
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }
}
