import APIRuntime

/// Decompresses the body of a response with the coding gzip (RFC 1952) or deflate (RFC 1950).
///
/// A gzip body may have several members, whose contents are joined. Servers also send deflate without the wrapper of
/// RFC 1950; both are read.
struct ContentDecoder {
    /// The coding of a body.
    enum Coding {
        case gzip
        case deflate
    }

    private enum Mode {
        case header
        case data
        case trailer
        /// After a complete gzip member: another one, or padding.
        case between
        case done
    }

    /// The number of bytes after which a step ends.
    static let stepLength = 64 << 10

    private let coding: Coding
    private var mode = Mode.header
    private var reader = BitReader()
    private var inflater = Inflater()
    private var sum = Checksum.none
    private var memberLength: UInt32 = 0
    private var hasReceived = false

    /// The number of bytes that were received since the last output.
    private var bytesWithoutOutput = 0

    /// The number of compressed bytes after which there must be some output.
    private static let maximumBytesWithoutOutput = 1 << 20

    init(_ coding: Coding) {
        self.coding = coding
    }

    /// Adds bytes that were received.
    mutating func append(_ bytes: [UInt8]) {
        hasReceived = hasReceived || !bytes.isEmpty
        bytesWithoutOutput += bytes.count
        reader.append(bytes)
    }

    /// Returns the next decompressed bytes; `nil` when more bytes are needed first.
    ///
    /// - Throws: ``TransportError/Code/malformedResponse`` for bytes that are not of the coding, and for empty blocks or
    ///   members without an end, which no limit for the length of a body would end.
    mutating func next() throws(TransportError) -> [UInt8]? {
        if let output = try decompress() {
            bytesWithoutOutput = 0
            return output
        }
        guard bytesWithoutOutput <= Self.maximumBytesWithoutOutput else { throw .invalidCompression }
        return nil
    }

    private mutating func decompress() throws(TransportError) -> [UInt8]? {
        while true {
            switch mode {
            case .header: guard try readHeader() else { return nil }
            case .data:
                let output = try inflate()
                if !output.isEmpty { return output }
                if case .data = mode { return nil }
            case .trailer: guard try readTrailer() else { return nil }
            case .between: guard try readPadding() else { return nil }
            case .done:
                if reader.available > 0 { throw .invalidCompression }
                return nil
            }
        }
    }

    /// Checks that the body is complete, after its last byte was added and read.
    ///
    /// - Throws: ``TransportError/Code/malformedResponse`` when it is not.
    func finish() throws(TransportError) {
        switch mode {
        // The header may name the compression of an empty body.
        case .header where !hasReceived: break
        case .done, .between: break
        default: throw .cutCompression
        }
    }

    private mutating func inflate() throws(TransportError) -> [UInt8] {
        var output: [UInt8] = []
        do {
            if case .done = try inflater.step(&reader, into: &output, limit: Self.stepLength) {
                mode = .trailer
                reader.alignToByte()
            }
        } catch {
            throw .invalidCompression
        }
        sum.add(output)
        memberLength &+= UInt32(truncatingIfNeeded: output.count)
        return output
    }

    /// Reads what precedes the compressed data.
    ///
    /// - Returns: Whether it was complete; if not, nothing was read.
    private mutating func readHeader() throws(TransportError) -> Bool {
        let start = reader.position
        let isComplete = coding == .gzip ? try readGzipHeader() : try readDeflateHeader()
        guard isComplete, !reader.isShort else {
            reader.rewind(to: start)
            // A name or comment without an end must not fill the memory, and is read again with each chunk.
            guard reader.available < 1 << 12 else { throw .invalidCompression }
            return false
        }
        inflater = Inflater()
        memberLength = 0
        mode = .data
        return true
    }

    private mutating func readGzipHeader() throws(TransportError) -> Bool {
        let mark = reader.read(16)
        let method = reader.read(8)
        let flags = reader.read(8)
        guard !reader.isShort else { return false }
        guard mark == 0x8B1F, method == 8, flags & 0xE0 == 0 else { throw .invalidCompression }
        for _ in 0..<6 { _ = reader.read(8) }
        if flags & 4 != 0 {
            let count = reader.read(16)
            guard count <= reader.available else { return false }
            for _ in 0..<count { _ = reader.read(8) }
        }
        // The name and the comment end with a zero byte.
        for flag in [8, 16] where flags & flag != 0 {
            while reader.read(8) != 0 {}
            if reader.isShort { return false }
        }
        if flags & 2 != 0 { _ = reader.read(16) }
        sum = .crc32(0)
        return true
    }

    private mutating func readDeflateHeader() throws(TransportError) -> Bool {
        let first = Int(truncatingIfNeeded: reader.peek() & 0xFF)
        let second = Int(truncatingIfNeeded: reader.peek() >> 8 & 0xFF)
        guard reader.available >= 2 else { return false }
        if first & 0x0F == 8, first >> 4 <= 7, (first << 8 | second) % 31 == 0, second & 0x20 == 0 {
            reader.skip(16)
            sum = .adler32(1)
        } else {
            sum = .none
        }
        return true
    }

    /// Reads the checksum and compares it.
    private mutating func readTrailer() throws(TransportError) -> Bool {
        let length = coding == .gzip ? 8 : (sum == .none ? 0 : 4)
        guard reader.available >= length else { return false }
        let stored = (0..<length).map { _ in UInt32(reader.read(8)) }
        switch sum {
        case .none: break
        case .crc32(let value):
            let crc = stored[..<4].reversed().reduce(0) { $0 << 8 | $1 }
            let count = stored[4...].reversed().reduce(0) { $0 << 8 | $1 }
            guard crc == value, count == memberLength else { throw .invalidCompression }
        case .adler32(let value):
            guard stored.reduce(0, { $0 << 8 | $1 }) == value else { throw .invalidCompression }
        }
        mode = coding == .gzip ? .between : .done
        return true
    }

    /// Skips zero bytes after a member, and recognizes the next one.
    private mutating func readPadding() throws(TransportError) -> Bool {
        while reader.available > 0, reader.peek() & 0xFF == 0 { reader.skip(8) }
        guard reader.available > 0 else { return false }
        mode = .header
        return true
    }
}

extension TransportError {
    /// The body is not what its coding says.
    fileprivate static let invalidCompression = TransportError.malformedResponse("The response cannot be decompressed.")

    /// The compressed body ends early.
    fileprivate static let cutCompression = TransportError.malformedResponse("The compressed response ends early.")
}
