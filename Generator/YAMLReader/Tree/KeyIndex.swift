/// An index of the keys of entries: a linear search for up to eight, a hash table for more.
///
/// Stores only positions. The keys remain in the entries.
struct KeyIndex: Sendable {

    /// Number of entries up to which a linear search is as fast as a table.
    static let plainSearchCount = 8

    /// Position + 1 of an entry, or 0 for a free slot.
    ///
    /// Empty for a linear search. The number of slots is a power of two and at least twice the number of entries.
    private var slots: [UInt32]

    /// One bit for each length and first byte of a key, because most requested keys do not exist.
    private var looks: UInt64 = 0

    /// Creates an index.
    ///
    /// - Parameters:
    ///   - entries: Entries to index.
    ///   - repeats: A closure that is called with the position of an entry with a repeated key, and the position of the
    ///     first entry with this key.
    init(_ entries: [Mapping.Entry], repeats: (_ position: Int, _ first: Int) -> Void) {
        slots = []
        for entry in entries {
            looks |= Self.look(of: entry.key.text)
        }
        if entries.count <= Self.plainSearchCount {
            Self.comparePairs(entries, repeats: repeats)
        } else {
            fill(entries, repeats: repeats)
        }
    }

    /// Returns the position of the entry with a key, or `nil` if there is none.
    func position(of name: String, in entries: [Mapping.Entry]) -> Int? {
        guard looks & Self.look(of: name) != 0 else { return nil }
        if slots.isEmpty {
            return entries.firstIndex { haveSameBytes($0.key.text, name) }
        }
        let slot = findSlot(name, in: entries)
        return slots[slot] == 0 ? nil : Int(slots[slot]) - 1
    }

    @inline(__always)
    private static func look(of name: String) -> UInt64 {
        let bytes = name.utf8
        return 1 << ((bytes.count &* 5 &+ Int(bytes.first ?? 0)) & 63)
    }

    private static func comparePairs(_ entries: [Mapping.Entry], repeats: (Int, Int) -> Void) {
        for position in entries.indices.dropFirst() {
            for earlier in 0..<position where haveSameBytes(entries[earlier].key.text, entries[position].key.text) {
                repeats(position, earlier)
                break
            }
        }
    }

    private mutating func fill(_ entries: [Mapping.Entry], repeats: (Int, Int) -> Void) {
        var size = 32
        while size < entries.count * 2 {
            size *= 2
        }
        slots = [UInt32](repeating: 0, count: size)
        for position in entries.indices {
            let slot = findSlot(entries[position].key.text, in: entries)
            if slots[slot] == 0 {
                slots[slot] = UInt32(position + 1)
            } else {
                repeats(position, Int(slots[slot]) - 1)
            }
        }
    }

    /// Returns the slot of a key, or the free slot for it.
    private func findSlot(_ name: String, in entries: [Mapping.Entry]) -> Int {
        // The standard hash has a random seed for each process, so that a hostile document cannot cause collisions.
        var slot = name.hashValue & (slots.count - 1)
        while slots[slot] != 0, !haveSameBytes(entries[Int(slots[slot]) - 1].key.text, name) {
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }
}
