#if canImport(UIKit) && canImport(MarketplaceKit)
import AppCoinsAPI
import MarketplaceKit

/// The system's tokens for Apple's Core Technology Commission.
struct SystemPurchaseTokens: ExternalPurchaseTokenSource {
    func token() async throws -> ExternalPurchaseToken? {
        guard #available(iOS 26, *) else { return nil }
        return ExternalPurchaseToken(systemText: try await TransactionReporting.token(for: .coreTechnology))
    }
}
#endif
