/// Keys and values in the order of the document.
///
/// Each key is unique.
public struct Mapping: Sendable {

    /// A key with its source range.
    public struct Key: Sendable {

        /// The key as a string.
        ///
        /// A key such as `200` or `true` is the string that was written.
        public var text: String

        /// Range of the key, including quotes.
        public var range: SourceRange

        /// Creates a key.
        ///
        /// - Parameters:
        ///   - text: The key as a string.
        ///   - range: Range of the key.
        public init(_ text: String, range: SourceRange) {
            self.text = text
            self.range = range
        }
    }

    /// A key and its value.
    public struct Entry: Sendable {

        /// The key.
        public var key: Key

        /// The value.
        public var value: Node

        /// Creates an entry.
        ///
        /// - Parameters:
        ///   - key: The key.
        ///   - value: The value.
        public init(key: Key, value: Node) {
            self.key = key
            self.value = value
        }
    }

    /// Entries in the order of the document.
    public let entries: [Entry]

    private let index: KeyIndex

    /// Creates a mapping.
    ///
    /// Of several entries with the same key, the mapping contains the first.
    ///
    /// - Parameter entries: Entries in order.
    public init(_ entries: [Entry]) {
        self.init(entries) { _, _ in }
    }

    /// Creates a mapping and reports the entries that repeat a key.
    ///
    /// - Parameters:
    ///   - entries: Entries in order.
    ///   - report: A closure that is called with the key of each repeated entry and the first equal key, in order.
    init(_ entries: [Entry], reportingRepeats report: (_ repeated: Key, _ first: Key) -> Void) {
        var repeated: [Int] = []
        let index = KeyIndex(entries) { position, first in
            report(entries[position].key, entries[first].key)
            repeated.append(position)
        }
        guard !repeated.isEmpty else {
            self.entries = entries
            self.index = index
            return
        }
        var dropped = repeated[...]
        self.entries = entries.enumerated().compactMap { position, entry in
            guard position == dropped.first else { return entry }
            dropped.removeFirst()
            return nil
        }
        self.index = KeyIndex(self.entries) { _, _ in }
    }

    /// The value of a key, or `nil` if there is none.
    public subscript(_ name: String) -> Node? {
        index.position(of: name, in: entries).map { entries[$0].value }
    }

    /// Returns the entry of a key, or `nil` if there is none.
    public func entry(_ name: String) -> Entry? {
        index.position(of: name, in: entries).map { entries[$0] }
    }

    /// Returns whether the mapping contains a key.
    public func contains(_ name: String) -> Bool {
        index.position(of: name, in: entries) != nil
    }

    /// Number of entries.
    public var count: Int {
        entries.count
    }

    /// Whether there are no entries.
    public var isEmpty: Bool {
        entries.isEmpty
    }

    /// Keys in the order of the document.
    public var keys: some Sequence<Key> {
        entries.lazy.map(\.key)
    }
}
