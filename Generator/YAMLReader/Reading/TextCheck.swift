/// The results of a pass over the bytes of a file before it is parsed.
struct TextCheck {

    /// A scalar of more than one byte.
    struct WideScalar {

        /// Number of scalars before this one, without a byte order mark.
        var index: UInt32

        /// Number of bytes beyond one per scalar, up to and including this scalar and including a byte order mark.
        var extraBytes: UInt32
    }

    /// All scalars of more than one byte, in order.
    ///
    /// Empty for JSON.
    private(set) var wideScalars: [WideScalar] = []

    /// Whether U+0085, U+2028 or U+2029 occurs.
    ///
    /// In contrast to editors, libyaml counts them as line breaks.
    private(set) var hasUnusualBreaks = false

    /// The first offset that a reader must not process, and the reason.
    private(set) var fault: (offset: Int, kind: Fault)?

    /// A reason to reject the bytes.
    enum Fault {

        /// The bytes are not UTF-8.
        case malformed

        /// A NUL byte.
        case nul

        /// A character that YAML does not allow unescaped.
        case forbidden(Unicode.Scalar)
    }

    /// Checks bytes.
    ///
    /// - Parameters:
    ///   - file: The file to check.
    ///   - isYAML: Whether to reject characters that YAML forbids, and to record wide scalars. If `false`, the check
    ///     rejects only invalid UTF-8 and NUL.
    init(_ file: SourceFile, isYAML: Bool) {
        let start = file.contentStart
        file.bytes.withUnsafeBufferPointer { bytes in
            check(UnsafeRawBufferPointer(bytes), from: start, isYAML: isYAML)
        }
    }

    private mutating func check(_ bytes: UnsafeRawBufferPointer, from start: Int, isYAML: Bool) {
        var offset = start
        var extra = start
        while fault == nil {
            offset = Self.plainEnd(bytes, from: offset)
            guard offset < bytes.count else { return }
            if bytes[offset] < 0x80 {
                checkControl(bytes[offset], at: offset, isYAML: isYAML)
                offset += 1
                continue
            }
            guard let scalar = decodeScalar(bytes, at: offset) else {
                fault = (offset, .malformed)
                return
            }
            if isYAML {
                extra += UTF8.width(scalar) - 1
                noteWide(scalar, at: offset, extra: extra)
            }
            offset += UTF8.width(scalar)
        }
    }

    /// Returns the offset of the next byte that is not plain ASCII text: U+0020 to U+007E, tab, LF or CR.
    private static func plainEnd(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var offset = start
        while offset &+ 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            if mayBeUnusual(word), !(offset..<offset &+ 8).allSatisfy({ isPlain(bytes[$0]) }) {
                break
            }
            offset &+= 8
        }
        while offset < bytes.count, isPlain(bytes[offset]) {
            offset &+= 1
        }
        return offset
    }

    /// Whether one of eight bytes is below U+0020, is U+007F or is not ASCII.
    ///
    /// Line breaks and tabs count too.
    @inline(__always)
    private static func mayBeUnusual(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // The subtraction sets the top bit of a byte if the byte is smaller than the subtracted value.
        let isLow = (word &- ones &* 0x20) & ~word
        let delete = word ^ (ones &* 0x7F)
        let isDelete = (delete &- ones) & ~delete
        return (word | isLow | isDelete) & (ones &* 0x80) != 0
    }

    @inline(__always)
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte &- 0x20 <= 0x5E || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    private mutating func checkControl(_ byte: UInt8, at offset: Int, isYAML: Bool) {
        if byte == 0 {
            fault = (offset, .nul)
        } else if isYAML {
            fault = (offset, .forbidden(Unicode.Scalar(byte)))
        }
    }

    private mutating func noteWide(_ scalar: Unicode.Scalar, at offset: Int, extra: Int) {
        switch scalar.value {
        case 0x85, 0x2028, 0x2029: hasUnusualBreaks = true
        case 0x80...0x9F, 0xFFFE, 0xFFFF: fault = (offset, .forbidden(scalar))
        default: break
        }
        let index = offset + UTF8.width(scalar) - 1 - extra
        wideScalars.append(WideScalar(index: UInt32(truncatingIfNeeded: index), extraBytes: UInt32(extra)))
    }
}

/// Returns the scalar of more than one byte at an offset, or `nil` if the bytes are not UTF-8.
private func decodeScalar(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Unicode.Scalar? {
    let lead = bytes[offset]
    let (width, smallest): (Int, UInt32)
    switch lead {
    case 0xC2...0xDF: (width, smallest) = (2, 0x80)
    case 0xE0...0xEF: (width, smallest) = (3, 0x800)
    case 0xF0...0xF4: (width, smallest) = (4, 0x10000)
    default: return nil
    }
    guard offset + width <= bytes.count else { return nil }
    var value = UInt32(lead) & (0x7F >> UInt32(width))
    for next in offset + 1..<offset + width {
        guard bytes[next] & 0xC0 == 0x80 else { return nil }
        value = value << 6 | UInt32(bytes[next] & 0x3F)
    }
    // The initializer rejects surrogates and values above U+10FFFF.
    return value >= smallest ? Unicode.Scalar(value) : nil
}

extension UTF8 {

    /// Number of bytes of a scalar; 1 to 4.
    static func width(_ scalar: Unicode.Scalar) -> Int {
        scalar.utf8.count
    }
}
