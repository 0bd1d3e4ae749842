/// A ZIP archive whose files are stored without compression.
struct ZipArchive {
    private var entries: [(name: [UInt8], content: [UInt8])] = []

    /// Adds a file.
    mutating func add(_ name: String, _ content: [UInt8]) {
        entries.append((Array(name.utf8), content))
    }

    /// The bytes of the archive.
    var bytes: [UInt8] {
        var file: [UInt8] = []
        var directory: [UInt8] = []
        for entry in entries {
            let offset = file.count
            let facts = Self.facts(entry)
            file += Self.little(0x0403_4B50, 4) + Self.little(20, 2) + facts + Self.little(0, 2)
            file += entry.name + entry.content
            directory += Self.little(0x0201_4B50, 4) + Self.little(20, 2) + Self.little(20, 2) + facts
            directory += Self.little(0, 2) + Self.little(0, 2) + Self.little(0, 2) + Self.little(0, 2)
            directory += Self.little(0, 4) + Self.little(offset, 4) + entry.name
        }
        let start = file.count
        file += directory + Self.little(0x0605_4B50, 4) + Self.little(0, 4)
        file += Self.little(entries.count, 2) + Self.little(entries.count, 2)
        return file + Self.little(directory.count, 4) + Self.little(start, 4) + Self.little(0, 2)
    }

    /// Returns the fields that both of an entry's headers share, from the flags to the name length.
    ///
    /// The date is 1980-01-01.
    private static func facts(_ entry: (name: [UInt8], content: [UInt8])) -> [UInt8] {
        let size = little(entry.content.count, 4)
        return little(0x0800, 2) + little(0, 2) + little(0, 2) + little(0x21, 2)
            + little(Int(checksum(entry.content)), 4) + size + size + little(entry.name.count, 2)
    }

    private static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// Returns the CRC-32 of ISO 3309, which the ZIP format requires.
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            sum = table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8)
        }
        return ~sum
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in
            value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
        }
    }
}
