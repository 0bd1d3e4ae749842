import APIRuntime
import AllocationCounter
import ArgumentParser
import Foundation

/// The work of the process that measures memory.
enum MemoryProbe {

    /// The values to decode.
    enum Task: String, ExpressibleByArgument {
        /// A page of receipts, decoded at once.
        case page
        /// A list of numbers, decoded at once.
        case numbers
    }

    /// The allocated bytes.
    struct Counts: Codable {
        /// The maximum at any time.
        var peak: Int
        /// The bytes that the result keeps.
        var kept: Int
        /// The bytes that the result keeps, without the unused capacity of its longest list.
        var result: Int
    }

    /// Whether allocations can be counted on this system.
    static var isAvailable: Bool { allocation_counter_is_available() }

    /// Decodes a document and prints the counts as JSON.
    static func run(_ task: Task, document path: String) throws {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        // Values prepared once for each type are not part of a result.
        try prepare()
        let counts =
            switch task {
            case .page: try count(bytes, as: ReceiptPage.self, list: \.receipts)
            case .numbers: try count(bytes, as: [Int].self, list: \.self)
            }
        print(String(decoding: try JSONEncoder().encode(counts), as: UTF8.self))
    }

    private static func prepare() throws {
        let small = JSONCoding.encode(ReceiptPage(receipts: [Receipt(1)], total: 1, next: nil))
        _ = try JSONCoding.decode(ReceiptPage.self, from: small)
        _ = try JSONCoding.decode([Int].self, from: [0x5B, 0x31, 0x5D])
    }

    private static func count<T: JSONCodable, Element>(
        _ bytes: [UInt8],
        as type: T.Type,
        list: KeyPath<T, [Element]>
    ) throws -> Counts {
        allocation_counter_start()
        let value = try JSONCoding.decode(T.self, from: bytes)
        allocation_counter_stop()
        let kept = Int(allocation_counter_current())
        let elements = value[keyPath: list]
        let room = (elements.capacity - elements.count) * MemoryLayout<Element>.stride
        return Counts(peak: Int(allocation_counter_peak()), kept: kept, result: kept - room)
    }
}
