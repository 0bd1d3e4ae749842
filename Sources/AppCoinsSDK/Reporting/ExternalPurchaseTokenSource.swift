public import AppCoinsAPI
import Foundation

/// A source of the system's tokens for external purchases.
public protocol ExternalPurchaseTokenSource: Sendable {
    /// Returns a new token; `nil` if the system provides none here.
    ///
    /// - Throws: An error if the system fails to create a token.
    func token() async throws -> ExternalPurchaseToken?
}

/// A source for systems that provide no tokens.
public struct NoExternalPurchaseTokens: ExternalPurchaseTokenSource {
    /// Creates a source.
    public init() {}

    /// Returns `nil`.
    ///
    /// - Throws: Never throws; ``ExternalPurchaseTokenSource`` allows any error.
    public func token() async throws -> ExternalPurchaseToken? { nil }
}

extension ExternalPurchaseToken {
    /// The content of the system's token string: URL-safe Base64 of a JSON object.
    private struct Content: Decodable {
        let appAppleId: Int
        let bundleId: String
        let externalPurchaseId: String
        let tokenType: String
    }

    /// Decodes the system's token string; `nil` if it cannot be decoded.
    public init?(systemText: String) {
        var text = systemText.replacing("-", with: "+").replacing("_", with: "/")
        text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let bytes = StrictBase64.decode(text),
            let content = try? JSONDecoder().decode(Content.self, from: Data(bytes))
        else { return nil }
        self.init(
            appAppleID: content.appAppleId,
            bundleID: content.bundleId,
            externalPurchaseID: content.externalPurchaseId,
            tokenType: content.tokenType
        )
    }
}
