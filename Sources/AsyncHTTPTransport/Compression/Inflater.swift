/// Decompresses a deflate stream (RFC 1951) whose bytes arrive in pieces.
///
/// Each step decompresses a limited number of bytes, so that a short input cannot fill the memory.
struct Inflater {
    /// The reason why a stream cannot be decompressed.
    struct InvalidStream: Error {}

    /// The state of a stream after a step.
    enum Progress {
        /// There is more to decompress.
        case more
        /// The received bytes are used up.
        case needsInput
        /// The stream is complete.
        case done
    }

    private enum Mode {
        case blockHeader
        case stored(Int)
        case compressed(HuffmanTable, HuffmanTable)
        case done
    }

    /// The largest distance of a copy in bytes.
    static let windowSize = 32 << 10

    private var mode = Mode.blockHeader
    private var isLastBlock = false

    /// The end of the output, at least as long as the window; a copy refers to it.
    private var buffer: [UInt8] = []

    /// The number of bytes that were copied, which grows in proportion to the output.
    private(set) var copied = 0

    /// Decompresses bytes until about `limit` bytes were added.
    mutating func step(_ reader: inout BitReader, into output: inout [UInt8], limit: Int) throws(InvalidStream)
        -> Progress
    {
        let start = buffer.count
        defer {
            output += buffer[start...]
            copied += buffer.count - start
            trim()
        }
        while buffer.count - start < limit {
            switch mode {
            case .blockHeader: guard try readBlockHeader(&reader) else { return .needsInput }
            case .stored(let count):
                let taken = copyStored(count, &reader, room: limit - (buffer.count - start))
                mode = taken == count ? endOfBlock : .stored(count - taken)
                if taken == 0, count > 0 { return .needsInput }
            case .compressed(let literals, let distances):
                let end = start + limit
                switch try inflate(literals, distances, &reader, until: end) {
                case .more: break
                case .needsInput: return .needsInput
                case .done: mode = endOfBlock
                }
            case .done: return .done
            }
        }
        if case .done = mode { return .done }
        return .more
    }

    /// Removes the bytes before the window, when there are enough of them to be worth moving the window.
    private mutating func trim() {
        guard buffer.count > 2 * Self.windowSize else { return }
        buffer.removeFirst(buffer.count - Self.windowSize)
        copied += Self.windowSize
    }

    private var endOfBlock: Mode { isLastBlock ? .done : .blockHeader }

    /// Reads the header of a block.
    ///
    /// - Returns: Whether the header was complete; if not, nothing was read.
    private mutating func readBlockHeader(_ reader: inout BitReader) throws(InvalidStream) -> Bool {
        let start = reader.position
        let isLast = reader.read(1) == 1
        let next: Mode?
        switch reader.read(2) {
        case 0:
            reader.alignToByte()
            let length = reader.read(16)
            let check = reader.read(16)
            guard reader.isShort || length ^ 0xFFFF == check else { throw InvalidStream() }
            next = .stored(length)
        case 1:
            guard let literals = HuffmanTable.fixedLiterals, let distances = HuffmanTable.fixedDistances else {
                throw InvalidStream()
            }
            next = .compressed(literals, distances)
        case 2: next = try readCodes(&reader)
        default: throw InvalidStream()
        }
        guard !reader.isShort, let next else {
            reader.rewind(to: start)
            return false
        }
        isLastBlock = isLast
        mode = next
        return true
    }

    /// The order in which the lengths of the code lengths are stored.
    private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    /// Reads the codes of a block; `nil` when they are not complete.
    private func readCodes(_ reader: inout BitReader) throws(InvalidStream) -> Mode? {
        let literalCount = reader.read(5) + 257
        let distanceCount = reader.read(5) + 1
        let lengthCount = reader.read(4) + 4
        var lengthLengths = [UInt8](repeating: 0, count: 19)
        for index in 0..<lengthCount { lengthLengths[Self.lengthOrder[index]] = UInt8(reader.read(3)) }
        if reader.isShort { return nil }
        guard literalCount <= 286, distanceCount <= 30, let codes = HuffmanTable(lengthLengths[...]) else {
            throw InvalidStream()
        }
        let count = literalCount + distanceCount
        var lengths: [UInt8] = []
        while lengths.count < count {
            guard let (symbol, length) = codes.symbol(reader.peek()) else { throw InvalidStream() }
            reader.skip(length)
            // Without the rest of its bits, the symbol is another one.
            if reader.isShort { return nil }
            switch symbol {
            case 0..<16: lengths.append(UInt8(symbol))
            case 16:
                guard let last = lengths.last else { throw InvalidStream() }
                lengths += [UInt8](repeating: last, count: 3 + reader.read(2))
            case 17: lengths += [UInt8](repeating: 0, count: 3 + reader.read(3))
            default: lengths += [UInt8](repeating: 0, count: 11 + reader.read(7))
            }
            if reader.isShort { return nil }
        }
        guard lengths.count == count, lengths[256] != 0,
            let literals = HuffmanTable(lengths[..<literalCount], mayBeIncomplete: true),
            let distances = HuffmanTable(lengths[literalCount...], mayBeIncomplete: true)
        else { throw InvalidStream() }
        return .compressed(literals, distances)
    }

    private mutating func copyStored(_ count: Int, _ reader: inout BitReader, room: Int) -> Int {
        let taken = min(count, reader.available, room)
        for _ in 0..<taken { buffer.append(UInt8(reader.read(8))) }
        return taken
    }

    private static let lengthBases = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
    private static let lengthBits = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    private static let distanceBases = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
        6145,
        8193, 12289, 16385, 24577,
    ]

    /// Decompresses symbols of a block until its end, or until the buffer has `end` bytes.
    private mutating func inflate(
        _ literals: HuffmanTable,
        _ distances: HuffmanTable,
        _ reader: inout BitReader,
        until end: Int
    ) throws(InvalidStream) -> Progress {
        while buffer.count < end {
            let start = reader.position
            let bits = reader.peek()
            guard let (symbol, length) = literals.symbol(bits) else { throw InvalidStream() }
            reader.skip(length)
            guard symbol >= 256 else {
                if reader.isShort {
                    reader.rewind(to: start)
                    return .needsInput
                }
                buffer.append(UInt8(symbol))
                continue
            }
            guard symbol > 256 else {
                guard reader.isShort else { return .done }
                reader.rewind(to: start)
                return .needsInput
            }
            guard symbol <= 285 else { throw InvalidStream() }
            let count = Self.lengthBases[symbol - 257] + reader.read(Self.lengthBits[symbol - 257])
            guard let (code, codeLength) = distances.symbol(reader.peek()) else {
                // Zeros in place of bits that have not arrived.
                guard reader.available == 0 else { throw InvalidStream() }
                reader.rewind(to: start)
                return .needsInput
            }
            reader.skip(codeLength)
            guard code < 30 else { throw InvalidStream() }
            let distance = Self.distanceBases[code] + reader.read(max(0, code / 2 - 1))
            if reader.isShort {
                reader.rewind(to: start)
                return .needsInput
            }
            guard distance <= buffer.count, distance <= Self.windowSize else { throw InvalidStream() }
            for _ in 0..<count { buffer.append(buffer[buffer.count - distance]) }
        }
        return .more
    }
}
