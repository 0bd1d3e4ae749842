import APIRuntime
import Crypto
import Foundation
import SeededTesting
import SwiftASN1
import Testing
import X509

@Suite("Public keys in certificates")
struct CertificateTests {
    @Test("the digest is the digest of the certificate's public key")
    func digest() throws {
        let certificate = try TestAuthority().certificate
        let own = PublicKeyHash(certificate: try certificate.der)
        let info = try Self.keyInfo(of: certificate)
        #expect(own?.bytes == Array(SHA256.hash(data: info)))
    }

    private static func keyInfo(of certificate: Certificate) throws -> [UInt8] {
        var serializer = DER.Serializer()
        try serializer.serialize(certificate.publicKey)
        return serializer.serializedBytes
    }

    @Test("the key of a long certificate is found")
    func long() throws {
        let authority = try TestAuthority()
        let long = try authority.issue(for: (0..<3000).map { "host-\($0).example" })
        #expect(long.certificate.count > 65_536 / 2)
        #expect(PublicKeyHash(certificate: long.certificate) != nil)
    }

    @Test("a certificate that is truncated or has trailing bytes has no public key")
    func cut() throws {
        let bytes = try TestAuthority().issue().certificate
        for count in 0..<bytes.count { #expect(PublicKeyHash(certificate: Array(bytes.prefix(count))) == nil) }
        #expect(PublicKeyHash(certificate: bytes + [0]) == nil)
    }

    @Test("a changed byte of the key changes the digest and never traps")
    func changed() throws {
        let certificate = try TestAuthority().certificate
        let bytes = try certificate.der
        let info = try Self.keyInfo(of: certificate)
        let own = try #require(PublicKeyHash(certificate: bytes))
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: info) })
        var random = SeededRandom(seed: 7)
        for index in bytes.indices {
            var other = bytes
            other[index] ^= UInt8.random(in: 1...255, using: &random)
            let hash = PublicKeyHash(certificate: other)
            if (start..<start + info.count).contains(index) { #expect(hash != own) }
        }
    }

    @Test("random bytes have no public key")
    func noise() {
        var random = SeededRandom(seed: 8)
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...80, using: &random)
            let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(PublicKeyHash(certificate: [0x30] + noise) == nil)
        }
    }

    @Test(
        "lengths that are not valid DER are refused",
        arguments: [
            [0x30, 0x80, 0, 0], [0x30, 0x81, 0x05], [0x30, 0x82, 0x00, 0x05], [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF],
            [0x30, 0x85, 1, 0, 0, 0, 0], [0x30, 0xFF], [0x31, 0x00], [0x30],
        ] as [[UInt8]]
    )
    func lengths(_ bytes: [UInt8]) {
        #expect(PublicKeyHash(certificate: bytes) == nil)
    }

    @Test("a pin is 32 bytes in Base64 with one valid spelling")
    func spelling() throws {
        let text = Data(repeating: 7, count: 32).base64EncodedString()
        let pin = try #require(PublicKeyHash(text))
        #expect(PublicKeyHash("sha256/\(text)") == pin)
        #expect(pin.description == "sha256/\(text)")
        for wrong in ["", "sha1/\(text)", String(text.dropLast()), "\(text)=", " \(text)", "AAAA", "\(text)\n"] {
            #expect(PublicKeyHash(wrong) == nil)
        }
    }

    @Test("the rule with the longest matching domain is used")
    func rules() {
        let wide = HostPins("example.com", keys: [])
        let narrow = HostPins("API.example.com.", keys: [])
        let exact = HostPins("only.test", includesSubdomains: false, keys: [])
        let security = TransportSecurity(pins: [wide, narrow, exact])
        #expect(security.rule(for: "example.com") == wide)
        #expect(security.rule(for: "www.EXAMPLE.com.") == wide)
        #expect(security.rule(for: "v1.api.example.com") == narrow)
        #expect(security.rule(for: "badexample.com") == nil)
        #expect(security.rule(for: "example.com.evil") == nil)
        #expect(security.rule(for: "only.test") == exact)
        #expect(security.rule(for: "sub.only.test") == nil)
    }

    @Test("a host whose spelling could bypass pins is refused", arguments: ["ex%61mple.com", "exämple.com"])
    func spelledHost(_ host: String) {
        let security = TransportSecurity(pins: [HostPins("example.com", keys: [])])
        let request = TransportRequest.loopback(scheme: "https", host: host, 1)
        #expect(throws: TransportError.self) { try security.validate(request) }
    }

    @Test("a pinning rule without keys accepts no server, and a matching backup key is enough")
    func accepts() throws {
        let authority = try TestAuthority()
        let server = try authority.issue()
        let root = try authority.root
        let backup = try #require(PublicKeyHash(certificate: root))
        #expect(!HostPins("a.test", keys: []).accepts([server.certificate, root]))
        #expect(HostPins("a.test", keys: [backup]).accepts([server.certificate, root]))
        #expect(!HostPins("a.test", keys: [backup]).accepts([server.certificate]))
        #expect(!HostPins("a.test", keys: [backup]).accepts([[1, 2, 3]]))
        #expect(!HostPins("a.test", keys: [backup]).accepts([]))
    }
}
