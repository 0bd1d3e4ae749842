/// A stack whose top elements can be removed as an array of exactly the right size.
///
/// Readers put the children of all open collections on one pile. No array grows step by step, and elements are moved,
/// never copied.
struct Pile<Element>: ~Copyable {

    // Owned by this value only. The first `count` elements are initialized, and `deinit` deinitializes them.
    private var storage: UnsafeMutablePointer<Element>

    private var capacity = 64

    private(set) var count = 0

    init() {
        storage = .allocate(capacity: capacity)
    }

    deinit {
        storage.deinitialize(count: count)
        storage.deallocate()
    }

    /// Pushes an element.
    @inline(__always)
    mutating func push(_ element: consuming Element) {
        if count == capacity {
            grow()
        }
        (storage + count).initialize(to: element)
        count += 1
    }

    /// Removes all elements above the lowest ones.
    ///
    /// - Parameter base: Number of elements that remain; 0 to `count`.
    /// - Returns: The removed elements, lowest first.
    mutating func take(above base: Int) -> [Element] {
        precondition(base >= 0 && base <= count, "The pile has only \(count) elements")
        let taken = count - base
        guard taken > 0 else { return [] }
        let top = storage + base
        count = base
        return Array(unsafeUninitializedCapacity: taken) { buffer, initialized in
            buffer.baseAddress?.moveInitialize(from: top, count: taken)
            initialized = taken
        }
    }

    private mutating func grow() {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: storage, count: count)
        storage.deallocate()
        storage = larger
        capacity *= 2
    }
}
