/// In which order the members of each type come in a document that has an order of its own.
///
/// Only a guess: an object's members mostly come as those of the last object of its type did.
struct PropertyOrder {
    private struct Slot {
        var owner: ObjectIdentifier?
        var base = 0
    }

    private static let slotCount = 64

    // By the address of the keys; a type that meets another one in its slot pushes it out.
    private var slots: [Slot] = []
    // For each member of a type, and for its objects' start: the member that followed.
    private var next: [Int32] = []

    /// Where the guesses for a type start.
    mutating func base(of keys: KeyTable) -> Int {
        let owner = ObjectIdentifier(keys)
        let address = UInt(bitPattern: owner)
        let index = Int(truncatingIfNeeded: (address >> 4 ^ address >> 10) % UInt(Self.slotCount))
        if index < slots.count, slots[index].owner == owner { return slots[index].base }
        return takeSlot(index, owner, keys.count)
    }

    @inline(never)
    private mutating func takeSlot(_ index: Int, _ owner: ObjectIdentifier, _ members: Int) -> Int {
        // Two types that take turns in a slot would add guesses without end.
        if next.count > 1 << 16 { self = PropertyOrder() }
        if slots.isEmpty { slots = Array(repeating: Slot(), count: Self.slotCount) }
        slots[index] = Slot(owner: owner, base: next.count)
        for member in 0...members { next.append(Int32(truncatingIfNeeded: member)) }
        return slots[index].base
    }

    /// The member that is likely to follow.
    @inline(__always)
    func likely(at index: Int) -> Int {
        index < next.count ? Int(next[index]) : 0
    }

    /// Notes which member followed.
    mutating func note(_ member: Int, at index: Int) {
        if index < next.count { next[index] = Int32(truncatingIfNeeded: member) }
    }
}
