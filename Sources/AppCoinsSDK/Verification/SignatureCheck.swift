import Foundation

#if canImport(Security)
import Security
#else
import Crypto
import CryptoExtras
#endif

/// A check of RSA PKCS#1 v1.5 signatures with SHA-1 over exact bytes.
///
/// SHA-1 is the digest with which the service signs.
struct SignatureCheck: Sendable {
    #if canImport(Security)
    // SecKey is not declared Sendable, so the check stores the bytes and creates the key each time.
    private let bytes: Data
    #else
    private let key: _RSA.Signing.PublicKey
    #endif

    /// Creates a check from a key; `nil` if it is not an RSA key of at least 2,048 bits.
    init?(der: [UInt8]) {
        guard let key = Self.key(der) else { return nil }
        #if canImport(Security)
        _ = key
        bytes = Data(der)
        #else
        self.key = key
        #endif
    }

    #if canImport(Security)
    /// Returns whether a signature is valid for a message.
    func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        guard let key = Self.key(Array(bytes)) else { return false }
        let algorithm = SecKeyAlgorithm.rsaSignatureMessagePKCS1v15SHA1
        return SecKeyVerifySignature(key, algorithm, Data(message) as CFData, Data(signature) as CFData, nil)
    }

    private static func key(_ der: [UInt8]) -> SecKey? {
        let attributes = [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeyClass: kSecAttrKeyClassPublic]
        guard let inner = PublicKeyStructure.pkcs1(der),
            let key = SecKeyCreateWithData(Data(inner) as CFData, attributes as CFDictionary, nil),
            SecKeyGetBlockSize(key) >= 256
        else { return nil }
        return key
    }
    #else
    /// Returns whether a signature is valid for a message.
    func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
        return key.isValidSignature(
            signature,
            for: Insecure.SHA1.hash(data: message),
            padding: .insecurePKCS1v1_5
        )
    }

    private static func key(_ der: [UInt8]) -> _RSA.Signing.PublicKey? {
        guard let inner = PublicKeyStructure.pkcs1(der) else { return nil }
        return try? _RSA.Signing.PublicKey(derRepresentation: inner)
    }
    #endif
}
