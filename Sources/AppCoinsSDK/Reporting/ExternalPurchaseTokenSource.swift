public import AppCoinsAPI
import Foundation

/// Gives the system's tokens for external purchases.
public protocol ExternalPurchaseTokenSource: Sendable {
    /// A new token; `nil` when the system has none to give here.
    func token() async throws -> ExternalPurchaseToken?
}

/// A source for systems that give no tokens.
public struct NoExternalPurchaseTokens: ExternalPurchaseTokenSource {
    /// Creates it.
    public init() {}

    /// Always `nil`.
    public func token() async throws -> ExternalPurchaseToken? { nil }
}

extension ExternalPurchaseToken {
    /// What the system's text of a token holds: base64 for URLs, around a JSON object.
    private struct Content: Decodable {
        let appAppleId: Int
        let bundleId: String
        let externalPurchaseId: String
        let tokenType: String
    }

    /// Reads the system's text of a token; `nil` when it is not understood.
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
