/// A reader of DER that extracts the PKCS#1 part of an RSA key, which both cryptography libraries accept.
///
/// Security on Apple systems reads RSA keys as PKCS#1 only, while the service sends SubjectPublicKeyInfo, and has no public
/// function that converts them. swift-crypto reads both, but is linked only on Linux. swift-asn1 could convert them; every
/// app would download it for this file. The same reader on all systems also means that they accept the same keys.
enum PublicKeyStructure {
    // The object identifier of RSA (RFC 8017, appendix A.1) and its parameters, which are always NULL.
    private static let rsaAlgorithm: [UInt8] = [
        0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00,
    ]

    /// Returns the PKCS#1 RSAPublicKey inside a SubjectPublicKeyInfo, or the bytes if they are already one.
    ///
    /// - Returns: `nil` if the structure is neither, or if bytes follow it.
    static func pkcs1(_ der: [UInt8]) -> [UInt8]? {
        var outer = DERCursor(der[...])
        guard var content = outer.take(0x30), outer.isAtEnd else { return nil }
        if content.first == 0x02 { return der }
        var fields = DERCursor(content)
        guard let algorithm = fields.take(0x30), let bits = fields.take(0x03), fields.isAtEnd else { return nil }
        guard Array(algorithm) == rsaAlgorithm, bits.first == 0 else { return nil }
        content = bits.dropFirst()
        var inner = DERCursor(content)
        guard inner.take(0x30) != nil, inner.isAtEnd else { return nil }
        return Array(content)
    }
}

/// A position in DER bytes.
private struct DERCursor {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Returns the content of the next element if it has the tag.
    mutating func take(_ tag: UInt8) -> ArraySlice<UInt8>? {
        guard rest.first == tag, let length = length() else { return nil }
        guard rest.count >= length else { return nil }
        defer { rest = rest.dropFirst(length) }
        return rest.prefix(length)
    }

    private mutating func length() -> Int? {
        rest = rest.dropFirst()
        guard let first = rest.popFirst() else { return nil }
        guard first & 0x80 != 0 else { return Int(first) }
        let count = Int(first & 0x7F)
        guard (1...3).contains(count), rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
    }
}
