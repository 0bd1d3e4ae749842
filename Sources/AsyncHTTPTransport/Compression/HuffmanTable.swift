/// The codes of a deflate block (RFC 1951, section 3.2.2), in canonical order.
struct HuffmanTable {
    /// The number of codes of each length from 0 to 15.
    private var counts = [UInt16](repeating: 0, count: 16)

    /// The symbols in the order of their codes.
    private var symbols: [UInt16]

    /// For each value of the next ``fastBits`` bits: the symbol times 16 plus the length of its code; 0 for longer codes.
    private var fast = [UInt16](repeating: 0, count: 1 << HuffmanTable.fastBits)

    private static let fastBits = 9

    /// Creates the codes from their lengths; `nil` for lengths that are not those of a prefix code.
    ///
    /// - Parameters:
    ///   - lengths: The length of each symbol's code, from 0 to 15; 0 for a symbol without a code.
    ///   - mayBeIncomplete: Whether a set with at most one code is allowed, as for distances.
    init?(_ lengths: ArraySlice<UInt8>, mayBeIncomplete: Bool = false) {
        for length in lengths { counts[Int(length)] += 1 }
        var left = 1
        for length in 1...15 {
            left = left << 1 - Int(counts[length])
            guard left >= 0 else { return nil }
        }
        let used = lengths.count - Int(counts[0])
        guard left == 0 || (mayBeIncomplete && used <= 1) else { return nil }
        var offsets = [Int](repeating: 0, count: 16)
        for length in 1..<15 { offsets[length + 1] = offsets[length] + Int(counts[length]) }
        symbols = [UInt16](repeating: 0, count: lengths.count)
        for (symbol, length) in lengths.enumerated() where length != 0 {
            symbols[offsets[Int(length)]] = UInt16(symbol)
            offsets[Int(length)] += 1
        }
        fillFast()
    }

    /// Returns the symbol at the start of some bits, and the length of its code.
    ///
    /// - Parameter bits: At least 15 bits, the first one lowest; missing ones are zero.
    /// - Returns: `nil` for bits that begin with no code.
    @inline(__always)
    func symbol(_ bits: UInt64) -> (symbol: Int, length: Int)? {
        let entry = fast[Int(truncatingIfNeeded: bits) & (1 << Self.fastBits - 1)]
        if entry != 0 { return (Int(entry >> 4), Int(entry & 15)) }
        return slowSymbol(bits)
    }

    private func slowSymbol(_ bits: UInt64) -> (symbol: Int, length: Int)? {
        var code = 0
        var first = 0
        var index = 0
        for length in 1...15 {
            code |= Int(truncatingIfNeeded: bits >> UInt64(length - 1)) & 1
            let count = Int(counts[length])
            if code - first < count { return (Int(symbols[index + code - first]), length) }
            index += count
            first = (first + count) << 1
            code <<= 1
        }
        return nil
    }

    private mutating func fillFast() {
        var code = 0
        var index = 0
        for length in 1...Self.fastBits {
            for _ in 0..<Int(counts[length]) {
                let entry = symbols[index] << 4 | UInt16(length)
                var reversed = 0
                for bit in 0..<length where code >> bit & 1 == 1 { reversed |= 1 << (length - 1 - bit) }
                for position in stride(from: reversed, to: fast.count, by: 1 << length) { fast[position] = entry }
                index += 1
                code += 1
            }
            code <<= 1
        }
    }
}

extension HuffmanTable {
    /// The literals and lengths of blocks with fixed codes.
    static let fixedLiterals = HuffmanTable(
        ([UInt8](repeating: 8, count: 144) + [UInt8](repeating: 9, count: 112) + [UInt8](repeating: 7, count: 24)
            + [UInt8](repeating: 8, count: 8))[...]
    )

    /// The distances of blocks with fixed codes.
    static let fixedDistances = HuffmanTable([UInt8](repeating: 5, count: 32)[...])
}
