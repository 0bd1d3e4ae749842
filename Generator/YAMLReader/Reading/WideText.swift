/// Text in UTF-16 or UTF-32, which YAML allows in addition to UTF-8.
struct WideText {

    private let bytes: ArraySlice<UInt8>
    /// Number of bytes of a code unit; 2 or 4.
    private let width: Int
    private let isBigEndian: Bool

    /// Detects the encoding from the first bytes, with or without a byte order mark.
    ///
    /// `nil` for any other file.
    init?(_ bytes: [UInt8]) {
        // Without a byte order mark, the first character is ASCII, so its other bytes are zero.
        let first = Array(bytes.prefix(4))
        let mark: Int
        switch first {
        case [0, 0, 0xFE, 0xFF]: (mark, width, isBigEndian) = (4, 4, true)
        case [0xFF, 0xFE, 0, 0]: (mark, width, isBigEndian) = (4, 4, false)
        case _ where first.starts(with: [0xFE, 0xFF]): (mark, width, isBigEndian) = (2, 2, true)
        case _ where first.starts(with: [0xFF, 0xFE]): (mark, width, isBigEndian) = (2, 2, false)
        case _ where first.count == 4 && first.starts(with: [0, 0, 0]): (mark, width, isBigEndian) = (0, 4, true)
        case _ where first.count == 4 && first.dropFirst() == [0, 0, 0]: (mark, width, isBigEndian) = (0, 4, false)
        case _ where first.count > 1 && first[0] == 0: (mark, width, isBigEndian) = (0, 2, true)
        case _ where first.count > 1 && first[1] == 0: (mark, width, isBigEndian) = (0, 2, false)
        default: return nil
        }
        self.bytes = bytes[mark...]
    }

    /// Name of the encoding.
    var name: String {
        width == 2 ? "UTF-16" : "UTF-32"
    }

    /// Returns the text in UTF-8 up to the first error, and whether there is an error.
    func decoded() -> (bytes: [UInt8], isBroken: Bool) {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        let units = stride(from: bytes.startIndex, through: bytes.endIndex - width, by: width).lazy.map(unit)
        let isBroken =
            width == 2
            ? transcode(
                units.map { UInt16(truncatingIfNeeded: $0) }.makeIterator(),
                from: UTF16.self,
                to: UTF8.self,
                stoppingOnError: true
            ) { result.append($0) }
            : transcode(units.makeIterator(), from: UTF32.self, to: UTF8.self, stoppingOnError: true) {
                result.append($0)
            }
        return (result, isBroken || bytes.count % width != 0)
    }

    private func unit(at index: Int) -> UInt32 {
        (index..<index + width).reduce(0) { unit, place in
            let byte = UInt32(bytes[place])
            return isBigEndian ? unit << 8 | byte : unit | byte << UInt32((place - index) * 8)
        }
    }
}
