/// Texts that are not UTF-8, or contain characters that YAML forbids.
enum LegacyText {

    /// Returns a file of valid characters.
    ///
    /// Bytes that are not UTF-8 become the characters of Windows-1252, and forbidden characters become spaces.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - isYAML: Whether control characters are forbidden. In JSON, only NUL is.
    /// - Returns: The file with bytes that are valid UTF-8.
    static func repaired(_ file: SourceFile, isYAML: Bool) -> SourceFile {
        var result: [UInt8] = []
        result.reserveCapacity(file.bytes.count)
        var offset = file.contentStart
        while offset < file.bytes.count {
            let byte = file.bytes[offset]
            if byte < 0x80 {
                result.append(isAllowed(byte, isYAML: isYAML) ? byte : 0x20)
                offset += 1
                continue
            }
            guard let scalar = scalar(in: file.bytes, at: offset) else {
                result += Array(String(Character(windows(byte))).utf8)
                offset += 1
                continue
            }
            let isForbidden =
                (0x80...0x9F).contains(scalar.value) && scalar.value != 0x85 || scalar.value & 0xFFFE == 0xFFFE
            result += isForbidden && isYAML ? [0x20] : Array(String(Character(scalar)).utf8)
            offset += scalar.utf8.count
        }
        return SourceFile(path: file.path, bytes: result, number: file.number)
    }

    private static func isAllowed(_ byte: UInt8, isYAML: Bool) -> Bool {
        guard isYAML else { return byte != 0 }
        return byte >= 0x20 && byte != 0x7F || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    /// Returns the scalar of several bytes at an offset; `nil` if they are not UTF-8.
    private static func scalar(in bytes: [UInt8], at offset: Int) -> Unicode.Scalar? {
        var decoder = UTF8()
        var iterator = bytes[offset..<min(offset + 4, bytes.count)].makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
        return scalar
    }

    /// The characters of the bytes 0x80 to 0x9F in Windows-1252; a space for the five bytes without one.
    private static let upper = Array("€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ".unicodeScalars)

    private static func windows(_ byte: UInt8) -> Unicode.Scalar {
        (0x80...0x9F).contains(byte) ? upper[Int(byte) - 0x80] : Unicode.Scalar(byte)
    }
}
