import YAMLReader

/// The operations of a module: all that an including entry matches, without those that an excluding entry matches.
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
    public private(set) var entries: [Entry] = []

    /// The name of the file that contains the entries, for diagnostics.
    let path: String

    /// The content of that file.
    let bytes: [UInt8]

    private static let keys = KeySet(["tags", "paths", "operations", "exclude"], isExtension: true)
    private static let excludedKeys = KeySet(["tags", "paths", "operations"], isExtension: true)

    /// Parses `filter` of a module.
    init(_ element: Element, in context: ParseContext) {
        path = context.files[0].path
        bytes = context.files[0].bytes
        guard let object = SpecObject(element, "a filter", keys: Self.keys, in: context) else { return }
        add(object, isExcluding: false)
        if let excluded = object.element("exclude"),
            let inner = SpecObject(excluded, "exclude", keys: Self.excludedKeys, in: context)
        {
            add(inner, isExcluding: true)
        }
    }

    private mutating func add(_ object: SpecObject, isExcluding: Bool) {
        for kind in Kind.allCases {
            _ = object.strings(kind.key)
            for element in object.list(kind.key) {
                guard let text = element.node.string else { continue }
                entries.append(Entry(kind: kind, text: text, isExcluding: isExcluding, range: element.node.range))
            }
        }
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

    /// Whether an operation is kept.
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
