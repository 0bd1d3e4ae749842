import AppCoinsAPI
import Crypto
import CryptoExtras
import Foundation

/// The RSA key that signs the purchases of one app.
struct PurchaseSigner: Sendable {
    private let key: _RSA.Signing.PrivateKey

    /// Creates a key of 2048 bits.
    ///
    /// The key is different in every process, regardless of the seed.
    ///
    /// - Throws: An error if the system's random number generator fails.
    init() throws {
        key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    }

    /// Signs a string: RSASSA-PKCS1-v1_5 with SHA-1 over its UTF-8 bytes.
    ///
    /// - Returns: 256 bytes, encoded as Base64.
    /// - Throws: An error if signing fails, which no input can cause.
    func signature(for text: String) throws -> String {
        let digest = Insecure.SHA1.hash(data: Data(text.utf8))
        return try key.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation.base64EncodedString()
    }

    /// The public key: a `SubjectPublicKeyInfo` in PEM with 64 characters per line and CR LF between lines.
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
