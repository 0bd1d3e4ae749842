/// Keys and values in the order of the document, each key once.
public struct Mapping: Sendable {

    /// A key with the place it was written at.
    public struct Key: Sendable {

        /// Text of the key.
        ///
        /// For a key such as `200` or `true` as written.
        public var text: String

        /// Where the key is written, with quotes.
        public var range: SourceRange

        /// Creates a key.
        ///
        /// - Parameters:
        ///   - text: Text of the key.
        ///   - range: Where it is written.
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
    /// Of several entries with the same key the first stays.
    ///
    /// - Parameter entries: Entries in order.
    public init(_ entries: [Entry]) {
        self.init(entries) { _, _ in }
    }

    /// Creates a mapping and reports the entries that repeat a key.
    ///
    /// - Parameters:
    ///   - entries: Entries in order.
    ///   - report: Called with each repeated entry's key and the key it repeats, in order.
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

    /// The value of a key; `nil` when there is none.
    public subscript(_ name: String) -> Node? {
        index.position(of: name, in: entries).map { entries[$0].value }
    }

    /// The entry of a key; `nil` when there is none.
    public func entry(_ name: String) -> Entry? {
        index.position(of: name, in: entries).map { entries[$0] }
    }

    /// Whether a key is there.
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
