import Crypto
import Foundation
import NIOSSL
import SwiftASN1
import X509

/// A certificate authority created for one test run.
struct TestAuthority: Sendable {
    let certificate: Certificate
    private let key: Certificate.PrivateKey
    private let name: DistinguishedName

    init(_ title: String = "Test authority") throws {
        key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        name = try DistinguishedName { CommonName(title) }
        certificate = try Certificate(
            version: .v3,
            serialNumber: .init(),
            publicKey: key.publicKey,
            notValidBefore: Date(timeIntervalSinceNow: -86_400),
            notValidAfter: Date(timeIntervalSinceNow: 86_400),
            issuer: name,
            subject: name,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                Critical(KeyUsage(keyCertSign: true))
            },
            issuerPrivateKey: key
        )
    }

    /// The authority's certificate (DER).
    var root: [UInt8] { get throws { try certificate.der } }

    /// Returns a server's certificate and key.
    func issue(
        for hosts: [String] = ["localhost"],
        addresses: [[UInt8]] = [[127, 0, 0, 1]],
        from start: TimeInterval = -3600,
        until end: TimeInterval = 3600
    ) throws -> TestIdentity {
        let own = P256.Signing.PrivateKey()
        let names = hosts.map { GeneralName.dnsName($0) }
        let numbers = addresses.map { GeneralName.ipAddress(ASN1OctetString(contentBytes: $0[...])) }
        let certificate = try Certificate(
            version: .v3,
            serialNumber: .init(),
            publicKey: Certificate.PublicKey(own.publicKey),
            notValidBefore: Date(timeIntervalSinceNow: start),
            notValidAfter: Date(timeIntervalSinceNow: end),
            issuer: name,
            subject: try DistinguishedName { CommonName("Test server") },
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(names + numbers)
            },
            issuerPrivateKey: key
        )
        return TestIdentity(certificate: try certificate.der, privateKey: Array(own.derRepresentation))
    }
}

/// A server's certificate and key (DER).
struct TestIdentity: Sendable {
    let certificate: [UInt8]
    let privateKey: [UInt8]

    /// Returns a server's TLS settings that offer HTTP/2.
    func configuration(_ protocols: [String]) throws -> TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(try NIOSSLCertificate(bytes: certificate, format: .der))],
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: privateKey, format: .der))
        )
        configuration.applicationProtocols = protocols
        return configuration
    }
}

extension Certificate {
    /// The certificate's bytes.
    var der: [UInt8] {
        get throws {
            var serializer = DER.Serializer()
            try serializer.serialize(self)
            return serializer.serializedBytes
        }
    }
}
