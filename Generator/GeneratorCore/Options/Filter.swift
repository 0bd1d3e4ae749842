import YAMLReader

/// Which operations a module gets: all that one of the including entries names, without those of the excluding ones.
public struct Filter: Hashable, Sendable {

    /// What an entry looks at.
    public enum Kind: String, CaseIterable, Sendable {
        case tag, path, operation

        /// The key of the configuration.
        var key: String { rawValue + "s" }
    }

    /// One line of a filter.
    public struct Entry: Hashable, Sendable {
        /// What it looks at.
        public var kind: Kind
        /// The tag, path or operationId; `*` in a path stands for any text.
        public var text: String
        /// Whether operations are left out by it.
        public var isExcluding: Bool
        /// Where it is written, in the filter's file.
        var range: SourceRange
    }

    /// The lines; none keeps everything.
    public internal(set) var entries: [Entry] = []

    /// Name of the file that the entries stand in, for diagnostics.
    let path: String

    /// Content of that file.
    let bytes: [UInt8]

    /// Creates a filter without entries.
    init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    /// Reads arguments of the command line such as `tag:receipts` and `!path:/internal/*`; `nil` when one is none.
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

    /// What a filter looks at of an operation.
    struct Subject {
        let path: String
        let tags: [String]
        let operationID: String?
    }

    /// Whether an operation is kept.
    func keeps(_ subject: Subject) -> Bool {
        let included = entries.filter { !$0.isExcluding }
        guard included.isEmpty || included.contains(where: { $0.names(subject) }) else { return false }
        return !entries.contains { $0.isExcluding && $0.names(subject) }
    }
}

extension Filter.Entry {

    /// Whether the entry names an operation.
    func names(_ subject: Filter.Subject) -> Bool {
        switch kind {
        case .tag: subject.tags.contains(text)
        case .operation: subject.operationID == text
        case .path: Self.fits(Array(subject.path.unicodeScalars)[...], Array(text.unicodeScalars)[...])
        }
    }

    /// Whether a text fits a pattern in which `*` stands for any text.
    private static func fits(_ text: ArraySlice<Unicode.Scalar>, _ pattern: ArraySlice<Unicode.Scalar>) -> Bool {
        var (text, pattern) = (text, pattern)
        // Where to go on after the last `*`, should what follows it not fit here.
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
