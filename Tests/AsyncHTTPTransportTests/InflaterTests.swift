import APIRuntime
import SeededTesting
import Testing

@testable import AsyncHTTPTransport

@Suite("Decompression of deflate streams")
struct InflaterTests {
    /// A stream of bits, the first one lowest.
    private struct BitWriter {
        var bytes: [UInt8] = []
        private var count = 0

        /// Adds a number with its lowest bit first.
        mutating func put(_ value: Int, bits: Int) {
            for bit in 0..<bits {
                if count % 8 == 0 { bytes.append(0) }
                bytes[count / 8] |= UInt8(value >> bit & 1) << UInt8(count % 8)
                count += 1
            }
        }

        /// Adds a Huffman code, whose highest bit is first.
        mutating func put(code: Int, bits: Int) {
            for bit in (0..<bits).reversed() { put(code >> bit & 1, bits: 1) }
        }

        /// Adds a stored block.
        mutating func put(stored content: [UInt8], isLast: Bool = false) {
            put(isLast ? 1 : 0, bits: 3)
            count = bytes.count * 8
            put(content.count, bits: 16)
            put(content.count ^ 0xFFFF, bits: 16)
            for byte in content { put(Int(byte), bits: 8) }
        }
    }

    /// Decompresses pieces, and counts the bytes that were copied.
    private func inflate(_ pieces: [[UInt8]]) throws -> (output: [UInt8], copied: Int, isComplete: Bool) {
        var (reader, inflater) = (BitReader(), Inflater())
        var output: [UInt8] = []
        for piece in pieces {
            reader.append(piece)
            while true {
                switch try inflater.step(&reader, into: &output, limit: ContentDecoder.stepLength) {
                case .more: continue
                case .done: return (output, inflater.copied, true)
                case .needsInput: break
                }
                break
            }
        }
        return (output, inflater.copied, false)
    }

    private func noise(_ count: Int) -> [UInt8] {
        var random = SeededRandom(seed: 7)
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    @Test("copies over the largest distance have the bytes of the window, in pieces of any length")
    func window() throws {
        let block = noise(Inflater.windowSize)
        var writer = BitWriter()
        writer.put(stored: block)
        // A block with the fixed codes: copies of 258 bytes over a distance of 32 KiB.
        writer.put(1, bits: 1)
        writer.put(1, bits: 2)
        for _ in 0..<2_000 {
            writer.put(code: 0b1100_0101, bits: 8)
            writer.put(code: 29, bits: 5)
            writer.put(8_191, bits: 13)
        }
        writer.put(code: 0, bits: 7)
        let expected = (0..<Inflater.windowSize + 2_000 * 258).map { block[$0 % Inflater.windowSize] }
        for length in [1, 7, 1_000, writer.bytes.count] {
            let pieces = stride(from: 0, to: writer.bytes.count, by: length).map { start in
                Array(writer.bytes[start..<min(start + length, writer.bytes.count)])
            }
            let result = try inflate(pieces)
            #expect(result.isComplete && result.output == expected, "pieces of \(length)")
            #expect(result.copied <= 3 * expected.count, "pieces of \(length)")
        }
    }

    @Test("the codes of a block are read whatever piece they end in", arguments: 1...20)
    func codesInPieces(_ length: Int) throws {
        var writer = BitWriter()
        // Three empty blocks with the fixed codes, so that the first code length begins with a byte.
        for _ in 0..<3 {
            writer.put(0b010, bits: 3)
            writer.put(code: 0, bits: 7)
        }
        writer.put(0b101, bits: 3)
        writer.put(0, bits: 5)
        writer.put(0, bits: 5)
        writer.put(15, bits: 4)
        // In the order of RFC 1951, section 3.2.7: zeros are the code of 16, which cannot be the first one.
        for length in [1, 0, 2, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0] { writer.put(length, bits: 3) }
        let one = { (writer: inout BitWriter) in writer.put(code: 0b110, bits: 3) }
        let zeros = { (writer: inout BitWriter, count: Int) in
            writer.put(code: 0b10, bits: 2)
            writer.put(count - 11, bits: 7)
        }
        zeros(&writer, 97)
        one(&writer)
        zeros(&writer, 138)
        zeros(&writer, 20)
        one(&writer)
        one(&writer)
        for _ in 0..<20 { writer.put(code: 0, bits: 1) }
        writer.put(code: 1, bits: 1)
        let pieces = stride(from: 0, to: writer.bytes.count, by: length).map { start in
            Array(writer.bytes[start..<min(start + length, writer.bytes.count)])
        }
        let result = try inflate(pieces)
        #expect(result.isComplete && result.output == [UInt8](repeating: 0x61, count: 20))
    }

    @Test("the bytes that are copied grow with the output, not with the number of pieces")
    func copies() throws {
        var writer = BitWriter()
        for _ in 0..<20 { writer.put(stored: noise(10_000)) }
        let result = try inflate(writer.bytes.map { [$0] })
        #expect(result.output.count == 200_000)
        #expect(result.copied <= 600_000)
    }

    @Test("empty blocks without an end are refused after 1 MiB")
    func emptyBlocks() throws {
        var writer = BitWriter()
        writer.put(stored: [])
        let blocks = Array(repeating: writer.bytes, count: 20_000).flatMap { $0 }
        var decoder = ContentDecoder(.deflate)
        var received = 0
        #expect(throws: TransportError.self) {
            while received < 4 << 20 {
                decoder.append(blocks)
                received += blocks.count
                let output = try decoder.next()
                #expect(output == nil)
            }
        }
        #expect(received < 2 << 20)
    }

    @Test("a block with content among many empty ones is read")
    func rareContent() throws {
        var (empty, full) = (BitWriter(), BitWriter())
        empty.put(stored: [])
        full.put(stored: [0x61])
        let blocks = Array(repeating: empty.bytes, count: 150_000).flatMap { $0 }
        var decoder = ContentDecoder(.deflate)
        var output: [UInt8] = []
        for _ in 0..<3 {
            decoder.append(blocks + full.bytes)
            while let more = try decoder.next() { output += more }
        }
        #expect(output == [0x61, 0x61, 0x61])
    }
}
