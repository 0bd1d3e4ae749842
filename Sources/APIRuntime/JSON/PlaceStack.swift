// Unsafe on purpose: an `Array` inside the reader checks its uniqueness for every write. Safe because the value owns
// its memory and cannot be copied, every access compares with `count` first, and the pointer is private.

/// A stack of the positions of properties, for the nested objects that are being read.
struct PlaceStack: ~Copyable {
    private var places: UnsafeMutablePointer<UInt32>?
    private var capacity = 0
    /// The number of positions of all objects.
    private(set) var count = 0

    deinit {
        places?.deallocate()
    }

    /// Adds positions for one more object, all 0.
    mutating func push(_ number: Int) {
        let end = count + number
        if end > capacity { grow(end) }
        if let places { for index in count..<end { places[index] = 0 } }
        count = end
    }

    @inline(never)
    private mutating func grow(_ needed: Int) {
        let larger = max(2 * capacity, needed, 64)
        let new = UnsafeMutablePointer<UInt32>.allocate(capacity: larger)
        new.initialize(repeating: 0, count: larger)
        if let places {
            new.update(from: places, count: capacity)
            places.deallocate()
        }
        places = new
        capacity = larger
    }

    /// Removes the positions after the first `count`.
    mutating func pop(to count: Int) {
        self.count = max(0, min(count, self.count))
    }

    /// The offset at one of the positions.
    subscript(index: Int) -> UInt32 {
        get {
            guard let places, 0..<count ~= index else { return 0 }
            return places[index]
        }
        set { if let places, 0..<count ~= index { places[index] = newValue } }
    }
}
