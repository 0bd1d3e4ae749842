/// A reader that finds the public key in an X.509 certificate (RFC 5280, section 4.1).
///
/// It accepts DER only: a key then has a single encoding, and its digest identifies it.
enum CertificateReader {
    /// Returns the certificate's SubjectPublicKeyInfo with its tag and length; `nil` for an invalid certificate.
    static func publicKey(of certificate: [UInt8]) -> [UInt8]? {
        var file = DERReader(certificate[...])
        guard let outer = file.read(.sequence), file.isAtEnd else { return nil }
        var parts = DERReader(outer.content)
        guard let body = parts.read(.sequence), parts.read(.sequence) != nil, parts.read(.bitString) != nil,
            parts.isAtEnd
        else { return nil }
        var fields = DERReader(body.content)
        // The version may be absent, the fields up to the key may not.
        if fields.next == DERTag.version.rawValue, fields.read(.version) == nil { return nil }
        for tag in [DERTag.integer, .sequence, .sequence, .sequence, .sequence] {
            guard fields.read(tag) != nil else { return nil }
        }
        guard let key = fields.read(.sequence) else { return nil }
        var keyParts = DERReader(key.content)
        guard keyParts.read(.sequence) != nil, keyParts.read(.bitString) != nil, keyParts.isAtEnd else { return nil }
        return Array(key.whole)
    }
}

/// The tags that precede the key in a certificate.
enum DERTag: UInt8 {
    case integer = 0x02
    case bitString = 0x03
    case sequence = 0x30
    case version = 0xA0
}

/// A reader for a sequence of DER values (X.690).
struct DERReader {
    /// A value: its content, and its bytes with tag and length.
    struct Value {
        let content: ArraySlice<UInt8>
        let whole: ArraySlice<UInt8>
    }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// Whether all values have been read.
    var isAtEnd: Bool { rest.isEmpty }

    /// Tag of the next value; `nil` at the end.
    var next: UInt8? { rest.first }

    /// Reads the next value; `nil` when it has another tag, is truncated, or does not use the shortest length encoding.
    mutating func read(_ tag: DERTag) -> Value? {
        guard rest.first == tag.rawValue else { return nil }
        var at = rest.startIndex + 1
        guard let length = Self.length(in: rest, at: &at), length <= rest.endIndex - at else { return nil }
        let value = Value(content: rest[at..<at + length], whole: rest[rest.startIndex..<at + length])
        rest = rest[(at + length)...]
        return value
    }

    private static func length(in bytes: ArraySlice<UInt8>, at: inout Int) -> Int? {
        guard at < bytes.endIndex else { return nil }
        let first = bytes[at]
        at += 1
        if first < 0x80 { return Int(first) }
        // 0x80 is a length without end, which DER does not have; more than three bytes is no certificate.
        let count = Int(first & 0x7F)
        guard (1...3).contains(count), bytes.endIndex - at >= count else { return nil }
        let length = bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) }
        at += count
        let isShortest = length >= 0x80 && (count == 1 || length >> (8 * (count - 1)) > 0)
        return isShortest ? length : nil
    }
}
