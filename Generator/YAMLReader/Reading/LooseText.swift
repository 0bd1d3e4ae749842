/// Repairs of texts that are almost JSON or YAML.
enum LooseText {

    /// Returns JSON in which comments and commas before closing brackets are spaces; `nil` if it has neither.
    static func plainJSON(_ file: SourceFile) -> SourceFile? {
        var bytes = file.bytes
        var offset = file.contentStart
        var comma: Int?
        while offset < bytes.count {
            let end = tokenEnd(bytes, from: offset)
            switch bytes[offset] {
            case UInt8(ascii: ","): comma = offset
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                comma.map { bytes[$0] = 0x20 }
                comma = nil
            case 0x20, 0x09, 0x0A, 0x0D: break
            case UInt8(ascii: "/") where end > offset + 1, UInt8(ascii: "#"): blank(&bytes, offset..<end)
            default: comma = nil
            }
            offset = end
        }
        return bytes == file.bytes ? nil : SourceFile(path: file.path, bytes: bytes, number: file.number)
    }

    /// Returns the offset after the string, the comment or the single byte at an offset.
    private static func tokenEnd(_ bytes: [UInt8], from start: Int) -> Int {
        let rest = bytes[(start + 1)...]
        func lineEnd() -> Int { rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count }
        switch (bytes[start], rest.first) {
        case (UInt8(ascii: "\""), _):
            var offset = start + 1
            while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
                offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
            }
            return min(offset + 1, bytes.count)
        case (UInt8(ascii: "#"), _), (UInt8(ascii: "/"), UInt8(ascii: "/")): return lineEnd()
        case (UInt8(ascii: "/"), UInt8(ascii: "*")):
            var offset = start + 2
            while offset + 1 < bytes.count, bytes[offset] != UInt8(ascii: "*") || bytes[offset + 1] != UInt8(ascii: "/")
            {
                offset += 1
            }
            return min(offset + 2, bytes.count)
        default: return start + 1
        }
    }

    /// Replaces bytes by spaces, except for line breaks.
    private static func blank(_ bytes: inout [UInt8], _ range: Range<Int>) {
        for offset in range where bytes[offset] != 0x0A && bytes[offset] != 0x0D {
            bytes[offset] = 0x20
        }
    }

    /// Returns YAML in which lines of only spaces and tabs have no tabs; `nil` if it has no such line.
    static func withoutBlankTabs(_ file: SourceFile) -> SourceFile? {
        guard file.bytes.contains(0x09) else { return nil }
        var bytes = file.bytes
        var offset = 0
        while offset < bytes.count {
            let end = bytes[offset...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
            if bytes[offset..<end].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
                blank(&bytes, offset..<end)
            }
            offset = end + 1
        }
        return bytes == file.bytes ? nil : SourceFile(path: file.path, bytes: bytes, number: file.number)
    }

    /// Returns YAML with the characters in place of the surrogate pairs, as JSON escapes them; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - offset: An offset on the only line to change; `nil` for all lines.
    /// - Returns: The file with characters.
    static func joinedSurrogates(_ file: SourceFile, around offset: Int?) -> SourceFile? {
        let bytes = file.bytes
        var (start, end) = (0, bytes.count)
        if let offset {
            start = bytes[..<min(offset, bytes.count)].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
        }
        var line: [UInt8] = []
        var place = start
        while place < end {
            if let scalar = pair(bytes[place..<end]) {
                line += Array(String(scalar).utf8)
                place += 12
            } else {
                // An escaped backslash starts no other escape.
                let isEscaped = bytes[place] == UInt8(ascii: "\\") && place + 1 < end
                line += bytes[place..<place + (isEscaped ? 2 : 1)]
                place += isEscaped ? 2 : 1
            }
        }
        guard line.count < end - start else { return nil }
        return SourceFile(path: file.path, bytes: bytes[..<start] + line + bytes[end...], number: file.number)
    }

    /// Returns the character of the surrogate pair at the start of some bytes: `\ud83d\ude00`.
    private static func pair(_ bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
        guard let first = half(bytes), let second = half(bytes.dropFirst(6)), (0xD800...0xDBFF).contains(first),
            (0xDC00...0xDFFF).contains(second)
        else { return nil }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    /// Returns the value of an escape such as `\ud83d` at the start of some bytes.
    private static func half(_ bytes: ArraySlice<UInt8>) -> UInt32? {
        guard bytes.count >= 6, bytes.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else { return nil }
        return UInt32(String(decoding: bytes.dropFirst(2).prefix(4), as: UTF8.self), radix: 16)
    }
}
