import Testing

@testable import APIRuntime

@Suite("DER values of certificates")
struct CertificateReaderTests {
    private static func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        switch content.count {
        case ..<0x80: [tag, UInt8(content.count)] + content
        case ..<0x100: [tag, 0x81, UInt8(content.count)] + content
        default: [tag, 0x82, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
        }
    }

    private static let key = value(0x30, value(0x30, [1]) + value(0x03, [0, 4, 2]))

    /// The fields before the key: serial number, algorithm, issuer, validity and subject.
    private static let fields: [[UInt8]] = [value(0x02, [7])] + (0..<4).map { value(0x30, [UInt8($0)]) }

    /// Returns a certificate with these values in its body.
    private static func certificate(_ body: [[UInt8]], signature: [[UInt8]]? = nil) -> [UInt8] {
        let signature = signature ?? [value(0x30, []), value(0x03, [0])]
        return value(0x30, value(0x30, body.flatMap { $0 }) + signature.flatMap { $0 })
    }

    @Test("the key follows the subject, with or without a version, and extensions may follow")
    func key() {
        let version = Self.value(0xA0, Self.value(0x02, [2]))
        let extensions = Self.value(0xA3, [1, 2, 3])
        for body in [
            Self.fields + [Self.key], [version] + Self.fields + [Self.key],
            [version] + Self.fields + [Self.key, extensions],
        ] {
            #expect(CertificateReader.publicKey(of: Self.certificate(body)) == Self.key)
        }
    }

    @Test("a certificate without one of its fields has no key")
    func missing() {
        for index in Self.fields.indices {
            var fields = Self.fields
            fields.remove(at: index)
            #expect(CertificateReader.publicKey(of: Self.certificate(fields + [Self.key])) == nil)
        }
        #expect(CertificateReader.publicKey(of: Self.certificate(Self.fields)) == nil)
    }

    @Test("a key with other parts than an algorithm and bits is invalid")
    func keyParts() {
        let (algorithm, bits) = (Self.value(0x30, [1]), Self.value(0x03, [0]))
        for parts in [algorithm, bits, bits + algorithm, algorithm + bits + bits, algorithm + algorithm, []] {
            let body = Self.fields + [Self.value(0x30, parts)]
            #expect(CertificateReader.publicKey(of: Self.certificate(body)) == nil)
        }
    }

    @Test("a certificate has a body, an algorithm and a signature, and nothing after them")
    func outer() {
        let body = Self.fields + [Self.key]
        let (algorithm, bits) = (Self.value(0x30, []), Self.value(0x03, [0]))
        for signature in [[], [algorithm], [bits], [bits, algorithm], [algorithm, bits, bits]] {
            #expect(CertificateReader.publicKey(of: Self.certificate(body, signature: signature)) == nil)
        }
        #expect(CertificateReader.publicKey(of: Self.certificate(body) + [0]) == nil)
        #expect(CertificateReader.publicKey(of: []) == nil)
    }

    private static func ones(_ count: Int) -> [UInt8] { [UInt8](repeating: 1, count: count) }

    /// Integers, with the lengths of their contents; `nil` if the length is invalid.
    private static let integers: [([UInt8], Int?)] = [
        (value(0x02, []), 0), (value(0x02, [9]), 1), (value(0x02, ones(0x7F)), 0x7F), (value(0x02, ones(0x80)), 0x80),
        (value(0x02, ones(0x100)), 0x100), ([0x02, 0x83, 0x01, 0x00, 0x00] + ones(0x10000), 0x10000),
        ([0x02, 0x81, 0x01, 9], nil), ([0x02, 0x81, 0x7F] + ones(0x7F), nil),
        ([0x02, 0x82, 0x00, 0x80] + ones(0x80), nil),
        ([0x02, 0x80, 0, 0], nil), ([0x02, 0x84, 0, 0, 0, 1, 9], nil), ([0x02, 0x02, 9], nil), ([0x02], nil),
        ([0x02, 0x82, 0x01], nil), ([0x03, 0x00], nil),
    ]

    @Test("a length has its shortest encoding", arguments: integers)
    func lengths(_ bytes: [UInt8], _ count: Int?) {
        var reader = DERReader(bytes[...])
        let value = reader.read(.integer)
        #expect(value?.content.count == count)
        #expect(value.map { Array($0.whole) } == (count == nil ? nil : bytes))
        #expect(reader.isAtEnd == (count != nil))
    }

    @Test("values are read one after the other, and a value with another tag remains")
    func sequence() {
        var reader = DERReader((Self.value(0x02, [1]) + Self.value(0x03, [2]))[...])
        #expect(reader.read(.bitString) == nil)
        #expect(reader.read(.integer).map { Array($0.content) } == [1])
        #expect(reader.next == 0x03)
        #expect(reader.read(.bitString).map { Array($0.content) } == [2])
        #expect(reader.isAtEnd && reader.next == nil)
    }
}
