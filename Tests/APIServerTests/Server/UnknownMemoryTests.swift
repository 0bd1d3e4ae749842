import Testing

@_spi(Generated) @testable import APIRuntime

/// Tests that properties that a model does not declare take a limited multiple of the memory of their document.
///
/// The suite measures the memory of the process: other tests that run at the same time may make it fail.
@Suite("Memory use of unknown properties", .serialized)
struct UnknownMemoryTests {

    private struct Empty: JSONModel {
        var unknownProperties = UnknownProperties()
        static let keys: ObjectKeys = []

        init(from object: inout ObjectReader) throws(DecodingFailure) {
            unknownProperties = object.unknown()
        }

        func write(to object: inout ObjectWriter) {
            object.put(unknown: unknownProperties)
        }
    }

    /// Returns a document of many short properties, for which notes take most memory.
    private static func document(_ bytes: Int) -> [UInt8] {
        var document = Array("{".utf8)
        var index = 0
        while document.count < bytes {
            document += "\"\(String(index, radix: 36))\":1,".utf8
            index += 1
        }
        document[document.count - 1] = ASCII.closeBrace
        return document
    }

    @Test("many short unknown properties take at most eight times the memory of their document")
    func peak() throws {
        let document = Self.document(2 << 20)
        let memory = try PeakMemory()
        let value = try JSONCoding.decode(Empty.self, from: document)
        let growth = try memory.growth()
        #expect(value.unknownProperties.raw?.count == document.count - 2)
        if let growth { #expect(growth < 8 * document.count, "\(growth / document.count) times") }
    }
}
