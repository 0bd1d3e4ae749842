/// The order in which a document writes the properties of each type.
///
/// The order is only a guess: an object's properties usually have the same order as in the last object of its type.
struct PropertyOrder {
    private struct Slot {
        var owner: ObjectIdentifier?
        var base = 0
    }

    private static let slotCount = 64

    // The slots by the address of the keys; a type replaces another one in its slot.
    private var slots: [Slot] = []
    // For each property of a type, and for the start of its objects: the following property.
    private var next: [Int32] = []

    /// Returns the index of the first guess for a type.
    mutating func base(of keys: KeyTable) -> Int {
        let owner = ObjectIdentifier(keys)
        let address = UInt(bitPattern: owner)
        let index = Int(truncatingIfNeeded: (address >> 4 ^ address >> 10) % UInt(Self.slotCount))
        if index < slots.count, slots[index].owner == owner { return slots[index].base }
        return takeSlot(index, owner, keys.count)
    }

    @inline(never)
    private mutating func takeSlot(_ index: Int, _ owner: ObjectIdentifier, _ members: Int) -> Int {
        // Two types that alternate in a slot would add guesses indefinitely.
        if next.count > 1 << 16 { self = PropertyOrder() }
        if slots.isEmpty { slots = Array(repeating: Slot(), count: Self.slotCount) }
        slots[index] = Slot(owner: owner, base: next.count)
        for member in 0...members { next.append(Int32(truncatingIfNeeded: member)) }
        return slots[index].base
    }

    /// Returns the property that is likely to follow.
    @inline(__always)
    func likely(at index: Int) -> Int {
        index < next.count ? Int(next[index]) : 0
    }

    /// Records the property that followed.
    mutating func note(_ member: Int, at index: Int) {
        if index < next.count { next[index] = Int32(truncatingIfNeeded: member) }
    }
}
