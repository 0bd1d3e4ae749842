/// The names of a model's members, in the order in which the model reads and writes them.
///
/// Prepared once for a type: comparing and writing a name then costs a few instructions.
public struct ObjectKeys: Sendable, ExpressibleByArrayLiteral {
    let table: KeyTable

    /// Creates keys; the names must differ.
    public init(_ names: [String]) {
        precondition(
            Set(names.map { Array($0.utf8) }).count == names.count,
            "two members of a model have the same name"
        )
        table = KeyTable(names)
    }

    /// Creates keys; the names must differ.
    public init(arrayLiteral elements: String...) {
        self.init(elements)
    }

    /// The names, in order.
    public var names: [String] { table.names }
}

/// The prepared form of ``ObjectKeys``.
final class KeyTable: Sendable {

    /// Where a name's words and its written form are.
    struct Entry {
        /// Length in bytes; -1 for a name that JSON must escape, which is then compared as text.
        let count: Int
        let firstWord: UInt64
        let firstMask: UInt64
        let wordStart: Int
        let writtenStart: Int
        let writtenCount: Int
    }

    let names: [String]
    let entries: [Entry]
    // Each name in words of eight bytes, zeros after its end.
    let words: [UInt64]
    // `"name":` for each name, escaped.
    let written: [UInt8]

    init(_ names: [String]) {
        var entries: [Entry] = []
        var words: [UInt64] = []
        var written: [UInt8] = []
        for name in names {
            let bytes = Array(name.utf8)
            let text = JSON.quoted(name) + [ASCII.colon]
            let start = words.count
            for index in stride(from: 0, to: max(bytes.count, 1), by: 8) {
                words.append(Self.word(bytes, from: index))
            }
            entries.append(
                Entry(
                    count: text.count == bytes.count + 3 ? bytes.count : -1,
                    firstWord: words[start],
                    firstMask: JSONBytes.mask(bytes.count),
                    wordStart: start,
                    writtenStart: written.count,
                    writtenCount: text.count
                )
            )
            written += text
        }
        self.names = names
        self.entries = entries
        self.words = words
        self.written = written
    }

    private static func word(_ bytes: [UInt8], from start: Int) -> UInt64 {
        (0..<8).reduce(0) { word, index in
            start + index < bytes.count ? word | UInt64(bytes[start + index]) << UInt64(8 * index) : word
        }
    }

    /// Number of names.
    var count: Int { entries.count }

    /// True when the bytes from `offset` are a name followed by a quotation mark.
    @inline(__always)
    func matches(_ index: Int, _ bytes: JSONBytes, at offset: Int) -> Bool {
        let entry = entries[index]
        guard bytes.word(at: offset) & entry.firstMask == entry.firstWord, entry.count >= 0,
            bytes[offset + entry.count] == ASCII.quote
        else { return false }
        return entry.count <= 8 || restMatches(entry, bytes, at: offset)
    }

    @inline(__always)
    private func restMatches(_ entry: Entry, _ bytes: JSONBytes, at offset: Int) -> Bool {
        var index = 8
        while index < entry.count {
            let word = bytes.word(at: offset + index) & JSONBytes.mask(entry.count - index)
            if word != words[entry.wordStart + index / 8] { return false }
            index += 8
        }
        return true
    }

    /// The index of the name that the bytes from `offset` spell, looked for from `hint` on; -1 when there is none.
    func find(_ bytes: JSONBytes, at offset: Int, from hint: Int) -> Int {
        for index in hint..<max(count, hint) where matches(index, bytes, at: offset) { return index }
        for index in 0..<min(hint, count) where matches(index, bytes, at: offset) { return index }
        return -1
    }

    /// The index of a name, compared byte by byte; -1 when there is none.
    func find(_ name: String) -> Int {
        names.firstIndex { $0.utf8.elementsEqual(name.utf8) } ?? -1
    }
}
