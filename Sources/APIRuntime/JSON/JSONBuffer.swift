// Unsafe on purpose: growing an `Array` byte by byte checks uniqueness and capacity for every byte. Safe because the
// value owns its memory and cannot be copied; every write uses `reserve`, and the pointer is private.

/// A growing buffer for written bytes.
struct JSONBuffer: ~Copyable {
    private var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// The number of bytes written.
    private(set) var count = 0

    /// Creates an empty buffer with room for a number of bytes.
    init(capacity: Int) {
        self.capacity = max(capacity, 64)
        base = .allocate(capacity: self.capacity)
    }

    deinit {
        base.deallocate()
    }

    @inline(__always)
    private mutating func reserve(_ more: Int) {
        if more > capacity - count { grow(more) }
    }

    @inline(never)
    private mutating func grow(_ more: Int) {
        let larger = max(capacity * 2, count + more)
        let new = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        new.update(from: base, count: count)
        base.deallocate()
        base = new
        capacity = larger
    }

    /// Appends one byte.
    @inline(__always)
    mutating func append(_ byte: UInt8) {
        reserve(1)
        base[count] = byte
        count += 1
    }

    /// Appends bytes.
    @inline(__always)
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress, bytes.count > 0 else { return }
        reserve(bytes.count)
        (base + count).update(from: source, count: bytes.count)
        count += bytes.count
    }

    /// Appends a range of bytes of an array.
    @inline(__always)
    mutating func append(_ bytes: [UInt8], from start: Int, count length: Int) {
        precondition(start >= 0 && length >= 0 && length <= bytes.count - start)
        bytes.withUnsafeBufferPointer { append(UnsafeBufferPointer(rebasing: $0[start..<start + length])) }
    }

    /// Appends the decimal digits of a number, with leading zeros up to a width.
    @inline(__always)
    mutating func append(digitsOf value: UInt64, width: Int = 1) {
        var length = 1
        var rest = value
        while rest >= 10 {
            rest /= 10
            length += 1
        }
        length = max(length, width)
        reserve(length)
        rest = value
        var index = count + length - 1
        while index >= count {
            base[index] = ASCII.zero + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
            index -= 1
        }
        count += length
    }

    /// Replaces some of the written bytes, or none of them, by others.
    mutating func replace(_ range: Range<Int>, with bytes: [UInt8]) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        reserve(bytes.count)
        let place = base + range.lowerBound
        (place + bytes.count).update(from: base + range.upperBound, count: count - range.upperBound)
        bytes.withUnsafeBufferPointer { source in
            if let start = source.baseAddress { place.update(from: start, count: source.count) }
        }
        count += bytes.count - range.count
    }

    /// Returns the state of a property of the object that is written from an offset on, with offsets from there; `nil`
    /// if the value is no object.
    borrowing func state(of key: String, from offset: Int) -> JSONReader.MemberState? {
        precondition(offset >= 0 && offset <= count)
        guard let bytes = JSONBytes(UnsafeRawBufferPointer(start: base + offset, count: count - offset)) else {
            return nil
        }
        var reader = JSONReader(bytes, options: JSONReadingOptions(), isIndexed: false)
        return reader.state(of: key)
    }

    /// Returns a copy of the written bytes.
    func bytes() -> [UInt8] {
        Array(UnsafeBufferPointer(start: base, count: count))
    }
}
