import AppCoinsAPI
import Crypto
import CryptoExtras
import Foundation

/// The RSA key of one app, with which its purchases are signed.
struct PurchaseSigner: Sendable {
    private let key: _RSA.Signing.PrivateKey

    /// Makes a key of 2048 bits.
    ///
    /// It is another one in every process, whatever the seed.
    ///
    /// - Throws: When the system has no randomness to give.
    init() throws {
        key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    }

    /// Signs a text: RSASSA PKCS1-v1_5 with SHA-1 over its UTF-8 bytes.
    ///
    /// - Returns: 256 bytes in base64.
    /// - Throws: When the key cannot sign, which no input brings about.
    func signature(for text: String) throws -> String {
        let digest = Insecure.SHA1.hash(data: Data(text.utf8))
        return try key.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation.base64EncodedString()
    }

    /// The public half: a `SubjectPublicKeyInfo` in PEM with 64 characters a line, lines ended by CR LF but the last.
    var publicKeyPEM: String {
        let text = key.publicKey.derRepresentation.base64EncodedString()
        var lines = ["-----BEGIN PUBLIC KEY-----"]
        var rest = Substring(text)
        while !rest.isEmpty {
            lines.append(String(rest.prefix(64)))
            rest = rest.dropFirst(64)
        }
        return (lines + ["-----END PUBLIC KEY-----"]).joined(separator: "\r\n")
    }
}
