// Unsafe on purpose: arrays and `Data` require a retain, a uniqueness check or a non-inlined call for each byte. Safe
// because the view exists only inside `withUnsafeBytes` of its owner (readers cannot be copied or stored), and every
// access below compares with `count` first. No other file of the reader uses the pointer.

/// A view of a document's bytes with bounds-checked access; bytes beyond the end are zeros.
@usableFromInline
struct JSONBytes {
    private let base: UnsafeRawPointer
    /// The number of bytes.
    let count: Int

    /// Creates a view; `nil` when there are no bytes.
    init?(_ buffer: UnsafeRawBufferPointer) {
        guard let base = buffer.baseAddress, buffer.count > 0 else { return nil }
        self.base = base
        count = buffer.count
    }

    private init(base: UnsafeRawPointer, count: Int) {
        self.base = base
        self.count = count
    }

    /// The byte at an offset; 0, which JSON never allows, beyond the end.
    @inline(__always)
    subscript(offset: Int) -> UInt8 {
        UInt(bitPattern: offset) < UInt(bitPattern: count) ? base.load(fromByteOffset: offset, as: UInt8.self) : 0
    }

    /// Returns eight bytes from an offset, the first in the lowest bits; zeros beyond the end.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        if offset >= 0, offset <= count - 8 {
            return UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
        return slowWord(at: offset)
    }

    @inline(never)
    private func slowWord(at offset: Int) -> UInt64 {
        (0..<8).reduce(0) { $0 | UInt64(self[offset + $1]) << UInt64(8 * $1) }
    }

    /// Returns the first offset of a byte that is not plain ASCII text of a JSON string, or of the end.
    ///
    /// The search stops at a quotation mark, a backslash, a control character and any byte from 0x80.
    @inline(__always)
    func endOfPlainRun(from start: Int) -> Int {
        var offset = start
        while offset <= count - 8 {
            let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            let stops = Self.plainStops(in: word)
            if stops != 0 { return offset + stops.trailingZeroBitCount / 8 }
            offset += 8
        }
        while offset < count {
            let byte = base.load(fromByteOffset: offset, as: UInt8.self)
            if byte < 0x20 || byte >= 0x80 || byte == ASCII.quote || byte == ASCII.backslash { break }
            offset += 1
        }
        return offset
    }

    /// Returns the first offset of a byte that must be escaped in a JSON string, or of the end.
    @inline(__always)
    func endOfEscapeFreeRun(from start: Int) -> Int {
        var offset = start
        while offset <= count - 8 {
            let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            let stops = Self.escapes(in: word)
            if stops != 0 { return offset + stops.trailingZeroBitCount / 8 }
            offset += 8
        }
        while offset < count {
            let byte = base.load(fromByteOffset: offset, as: UInt8.self)
            if byte < 0x20 || byte == ASCII.quote || byte == ASCII.backslash { break }
            offset += 1
        }
        return offset
    }

    /// Returns the first offset without white space.
    @inline(__always)
    func endOfSpace(from start: Int) -> Int {
        var offset = start
        while self[offset] <= 0x20 {
            let byte = self[offset]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { break }
            offset += 1
        }
        return offset
    }

    /// Returns the offset after a string of plain ASCII text that starts at an offset; 0 for anything else.
    @inline(__always)
    func endOfPlainString(from start: Int) -> Int {
        guard self[start] == ASCII.quote else { return 0 }
        let end = endOfPlainRun(from: start + 1)
        return self[end] == ASCII.quote ? end + 1 : 0
    }

    /// Returns the offset after a number without an exponent that starts at an offset; 0 for anything else.
    @inline(__always)
    func endOfPlainNumber(from start: Int) -> Int {
        let first = self[start] == ASCII.minus ? start + 1 : start
        var end = endOfDigits(from: first)
        guard end > first, self[first] != ASCII.zero || end == first + 1 else { return 0 }
        if self[end] == ASCII.dot {
            let fraction = end + 1
            end = endOfDigits(from: fraction)
            guard end > fraction else { return 0 }
        }
        return self[end] | 0x20 == 0x65 ? 0 : end
    }

    @inline(__always)
    private func endOfDigits(from start: Int) -> Int {
        var offset = start
        while ASCII.digit(self[offset]) < 10 { offset += 1 }
        return offset
    }

    private static var highBits: UInt64 { 0x8080_8080_8080_8080 }

    // Sets the highest bit of each byte that is a quotation mark, a backslash or below 0x20. A borrow can set bits
    // only above the first true one, so the lowest set bit is always right.
    @inline(__always)
    private static func escapes(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ 0x2222_2222_2222_2222
        let backslashes = word ^ 0x5C5C_5C5C_5C5C_5C5C
        let found =
            ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
            | ((word &- 0x2020_2020_2020_2020) & ~word)
        return found & highBits
    }

    // The same for bytes from 0x80, too: as these are stops themselves, a wrong difference for them is harmless.
    @inline(__always)
    private static func plainStops(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = (word ^ 0x2222_2222_2222_2222) &- ones
        let backslashes = (word ^ 0x5C5C_5C5C_5C5C_5C5C) &- ones
        return (quotes | backslashes | (word &- 0x2020_2020_2020_2020) | word) & highBits
    }

    /// Returns a mask for the first `count` bytes of a word.
    @inline(__always)
    static func mask(_ count: Int) -> UInt64 {
        count >= 8 ? .max : (1 << UInt64(8 * max(count, 0))) &- 1
    }

    /// Returns the string between two offsets; the caller has validated that it is UTF-8.
    @inline(__always)
    func string(from start: Int, to end: Int) -> String {
        precondition(start >= 0 && start <= end && end <= count)
        return String(decoding: UnsafeRawBufferPointer(start: base + start, count: end - start), as: UTF8.self)
    }

    /// Returns a view of the bytes between two offsets.
    @inline(__always)
    func slice(from start: Int, to end: Int) -> JSONBytes {
        precondition(start >= 0 && start <= end && end <= count)
        return JSONBytes(base: base + start, count: end - start)
    }

    /// Returns a copy of the bytes between two offsets.
    func copy(from start: Int, to end: Int) -> [UInt8] {
        precondition(start >= 0 && start <= end && end <= count)
        return Array(UnsafeRawBufferPointer(start: base + start, count: end - start))
    }

    /// Returns the bytes between two offsets, to copy them elsewhere; valid as long as the view.
    @inline(__always)
    func buffer(from start: Int, to end: Int) -> UnsafeRawBufferPointer {
        precondition(start >= 0 && start <= end && end <= count)
        return UnsafeRawBufferPointer(start: base + start, count: end - start)
    }
}
