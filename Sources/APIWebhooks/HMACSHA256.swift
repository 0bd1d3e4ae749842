#if canImport(CryptoKit)
import CryptoKit
#else
import APIRuntime
#endif

/// An implementation of message authentication codes with SHA-256 (RFC 2104).
enum HMACSHA256 {
    /// Returns the code of a message: 32 bytes.
    static func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        #if canImport(CryptoKit)
        Array(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key)))
        #else
        // This implementation avoids a dependency on swift-crypto: modules generated from a specification with webhooks
        // import this module, and an app that only calls the service would have to build BoringSSL.
        let blockSize = 64
        var block = key.count > blockSize ? SHA256Digest.bytes(of: key) : key
        block += [UInt8](repeating: 0, count: blockSize - block.count)
        let inner = SHA256Digest.bytes(of: block.map { $0 ^ 0x36 } + message)
        return SHA256Digest.bytes(of: block.map { $0 ^ 0x5C } + inner)
        #endif
    }
}
