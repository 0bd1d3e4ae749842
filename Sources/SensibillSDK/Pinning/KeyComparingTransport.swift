#if canImport(Security)
import APIRuntime
import CryptoKit
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
import Security

/// A transport that accepts only servers whose chain carries one of the expected keys.
final class KeyComparingTransport: Transport {
    private let mismatch: Lock<Bool>
    private let next: URLSessionTransport

    init(keys: [PinnedCertificate]) {
        let mismatch = Lock(false)
        let hashes = Set(keys.map(\.publicKeyHash))
        self.mismatch = mismatch
        next = URLSessionTransport(challenge: { challenge in
            guard let trust = challenge.protectionSpace.serverTrust else { return (.performDefaultHandling, nil) }
            guard SecTrustEvaluateWithError(trust, nil), Self.hashes(of: trust).contains(where: hashes.contains) else {
                mismatch.withLock { $0 = true }
                return (.cancelAuthenticationChallenge, nil)
            }
            return (.useCredential, URLCredential(trust: trust))
        })
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportAnswer {
        do {
            return try await next.send(request)
        } catch {
            // A refused challenge looks like a cancelled request from outside.
            guard mismatch.withLock({ $0 }), !Task.isCancelled else { throw error }
            throw TransportError(.certificatePin, "The server's certificate carries none of the expected keys.")
        }
    }

    /// Base64 of the SHA-256 of each key in a chain, as its certificate encodes it.
    private static func hashes(of trust: SecTrust) -> [String] {
        let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? []
        return chain.compactMap { certificate in
            guard let key = SecCertificateCopyKey(certificate),
                let bytes = SecKeyCopyExternalRepresentation(key, nil) as Data?,
                let attributes = SecKeyCopyAttributes(key) as? [CFString: Any],
                let prefix = KeyEncoding.prefix(
                    isElliptic: attributes[kSecAttrKeyType] as? String == kSecAttrKeyTypeECSECPrimeRandom as String,
                    bits: attributes[kSecAttrKeySizeInBits] as? Int ?? 0
                )
            else { return nil }
            return Data(SHA256.hash(data: Data(prefix) + bytes)).base64EncodedString()
        }
    }
}
#endif
