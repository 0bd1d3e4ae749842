/// The names of a model's properties, in the order in which the model reads and writes them.
///
/// The keys are prepared once for a type; comparing and writing a name then takes a few instructions.
public struct ObjectKeys: Sendable, ExpressibleByArrayLiteral {
    let table: KeyTable

    /// Creates keys; the names must differ.
    package init(_ names: [String]) {
        precondition(
            Set(names.map { Array($0.utf8) }).count == names.count,
            "two properties of a model have the same name"
        )
        table = KeyTable(names)
    }

    /// Creates keys; the names must differ.
    public init(arrayLiteral elements: String...) {
        self.init(elements)
    }

    /// The names, in order.
    package var names: [String] { table.names }
}

/// The prepared form of ``ObjectKeys``, for fast comparison and writing.
final class KeyTable: Sendable {

    /// The positions of a name's words and of its written form.
    struct Entry {
        /// The length in bytes; -1 for a name that JSON must escape, which is then compared as a string.
        let count: Int
        let firstWord: UInt64
        let firstMask: UInt64
        let wordStart: Int
        let writtenStart: Int
        let writtenCount: Int
    }

    let names: [String]
    let entries: [Entry]
    // Each name in words of eight bytes, padded with zeros.
    let words: [UInt64]
    // The bytes of `"name":` for each name, escaped.
    let written: [UInt8]
    // The indices of the names by their hash, -1 for none; the count is a power of two.
    private let slots: [Int32]
    private let shift: UInt64

    init(_ names: [String]) {
        var entries: [Entry] = []
        var words: [UInt64] = []
        var written: [UInt8] = []
        for name in names {
            let bytes = Array(name.utf8)
            let text = JSONCoding.quoted(name) + [ASCII.colon]
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
        shift = UInt64((entries.count * 2).leadingZeroBitCount)
        slots = Self.slots(entries, shift)
    }

    /// Returns a hash table of the names with linear probing, at least half of which is empty.
    private static func slots(_ entries: [Entry], _ shift: UInt64) -> [Int32] {
        var slots = [Int32](repeating: -1, count: 1 << (64 - Int(shift)))
        for (index, entry) in entries.enumerated() where entry.count >= 0 {
            var slot = Self.slot(entry.firstWord, entry.count, shift)
            while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(index)
        }
        return slots
    }

    // After a multiplication by the golden ratio, the upper bits depend on all bits of the word.
    @inline(__always)
    private static func slot(_ word: UInt64, _ length: Int, _ shift: UInt64) -> Int {
        let mixed = (word ^ (word >> 29) ^ UInt64(truncatingIfNeeded: length)) &* 0x9E37_79B9_7F4A_7C15
        return shift == 64 ? 0 : Int(truncatingIfNeeded: mixed >> shift)
    }

    private static func word(_ bytes: [UInt8], from start: Int) -> UInt64 {
        (0..<8).reduce(0) { word, index in
            start + index < bytes.count ? word | UInt64(bytes[start + index]) << UInt64(8 * index) : word
        }
    }

    /// The number of names.
    var count: Int { entries.count }

    /// Returns whether the bytes from `offset` are a name followed by a quotation mark.
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

    /// Returns the index of the name between two offsets; -1 when there is none.
    func find(_ bytes: JSONBytes, from start: Int, to end: Int) -> Int {
        let length = end - start
        let word = bytes.word(at: start) & JSONBytes.mask(length)
        var slot = Self.slot(word, length, shift)
        while slots[slot] >= 0 {
            let index = Int(slots[slot])
            let entry = entries[index]
            if entry.count == length, entry.firstWord == word, length <= 8 || restMatches(entry, bytes, at: start) {
                return index
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        return -1
    }

    /// Returns the index of a name, compared byte by byte; -1 when there is none.
    func find(_ name: String) -> Int {
        names.firstIndex { $0.utf8.elementsEqual(name.utf8) } ?? -1
    }
}
