import YAMLReader

/// The operations of a module: all that an including entry matches, without those that an excluding entry matches.
///
/// Without an including entry, the filter includes all operations.
public struct Filter: Hashable, Sendable {

    /// The attribute that an entry matches.
    public enum Kind: String, CaseIterable, Sendable {
        case tag, path, operation

        /// The key in the configuration.
        var key: String { rawValue + "s" }
    }

    /// An entry of a filter.
    public struct Entry: Hashable, Sendable {
        /// The attribute that the entry matches.
        public var kind: Kind
        /// The tag, path or operationId; `*` in a path matches any string.
        public var text: String
        /// Whether matching operations are excluded.
        public var isExcluding: Bool
        /// The location of the entry in the filter's file.
        var range: SourceRange
    }

    /// The entries; an empty filter keeps everything.
    public internal(set) var entries: [Entry] = []

    /// The name of the file that contains the entries, for diagnostics.
    let path: String

    /// The content of that file.
    let bytes: [UInt8]

    /// Creates a filter without entries.
    init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    /// Parses command-line arguments such as `tag:receipts` and `!path:/internal/*`; `nil` if one is not valid.
    public init?(arguments: [String]) {
        path = "--filter"
        bytes = Array(arguments.joined(separator: "\n").utf8)
        var offset = 0
        for (line, argument) in arguments.enumerated() {
            let isExcluding = argument.hasPrefix("!")
            let parts = argument.dropFirst(isExcluding ? 1 : 0).split(separator: ":", maxSplits: 1)
            guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])) else { return nil }
            let start = SourcePosition(offset: offset, line: line + 1, column: 1)
            var end = start
            end.offset += argument.utf8.count
            end.column += argument.unicodeScalars.count
            let range = SourceRange(start: start, end: end)
            entries.append(Entry(kind: kind, text: String(parts[1]), isExcluding: isExcluding, range: range))
            offset = end.offset + 1
        }
    }
}

extension Filter {

    /// The attributes of an operation that entries match.
    struct Subject {
        let path: String
        let tags: [String]
        let operationID: String?
    }

    /// Whether the filter keeps an operation.
    func keeps(_ subject: Subject) -> Bool {
        let included = entries.filter { !$0.isExcluding }
        guard included.isEmpty || included.contains(where: { $0.names(subject) }) else { return false }
        return !entries.contains { $0.isExcluding && $0.names(subject) }
    }
}

extension Filter.Entry {

    /// Whether the entry matches an operation.
    func names(_ subject: Filter.Subject) -> Bool {
        switch kind {
        case .tag: subject.tags.contains(text)
        case .operation: subject.operationID == text
        case .path: Self.fits(Array(subject.path.unicodeScalars)[...], Array(text.unicodeScalars)[...])
        }
    }

    /// Whether a string matches a pattern in which `*` matches any string.
    private static func fits(_ text: ArraySlice<Unicode.Scalar>, _ pattern: ArraySlice<Unicode.Scalar>) -> Bool {
        var (text, pattern) = (text, pattern)
        // The position after the last `*`, to retry from if the rest does not match here.
        var again: (text: ArraySlice<Unicode.Scalar>, pattern: ArraySlice<Unicode.Scalar>)?
        while !text.isEmpty {
            if pattern.first == "*" {
                pattern = pattern.dropFirst()
                again = (text, pattern)
            } else if let first = pattern.first, first == text.first {
                (text, pattern) = (text.dropFirst(), pattern.dropFirst())
            } else if let last = again {
                text = last.text.dropFirst()
                pattern = last.pattern
                again = (text, pattern)
            } else {
                return false
            }
        }
        return pattern.allSatisfy { $0 == "*" }
    }
}
