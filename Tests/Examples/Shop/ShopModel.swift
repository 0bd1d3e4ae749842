import AppCoinsSDK
import Foundation

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// The shop of a game: its products, purchases, and purchases that an earlier launch did not finish.
@MainActor
final class ShopModel: ObservableObject {
    /// The state of the shop.
    enum State: Equatable {
        /// The shop asks the service.
        case opening

        /// The player cannot buy here, for example because the app comes from another store.
        case unavailable

        /// The player can buy the products.
        case open
    }

    /// The state of the shop.
    @Published private(set) var state = State.opening

    /// The products, in the order of the service.
    @Published private(set) var products: [Product] = []

    /// The items that the player owns.
    @Published private(set) var inventory: Inventory

    /// The product that the player is buying; `nil` if there is none.
    @Published private(set) var purchasing: Product.ID?

    /// A sentence for the player about the last event; `nil` if there is none.
    @Published var message: String?

    private let player: String

    /// Creates a shop.
    ///
    /// - Parameters:
    ///   - player: The player's identifier in the game, which the service passes to the game's server.
    ///   - inventory: The items that the player owns.
    init(player: String, inventory: Inventory) {
        self.player = player
        self.inventory = inventory
    }

    /// Opens the shop: delivers what the player has paid for, and fetches the products.
    ///
    /// Call this at each launch, before the player can see the shop.
    func open() async {
        guard await AppcSDK.isAvailable() else {
            state = .unavailable
            return
        }
        do {
            for purchase in try await Purchase.unfinished() { try await deliver(purchase) }
            products = try await Product.products()
            state = .open
        } catch {
            message = text(for: error)
        }
    }

    /// Buys a product, unless another purchase is running.
    func buy(_ product: Product) async {
        await purchase(product) { [player] in await product.purchase(payload: player) }
    }

    /// Buys the products that the player has chosen in the store, outside the app, until the task is cancelled.
    func followOffers() async {
        for await intent in Purchase.updates {
            await purchase(intent.product) { [player] in await intent.confirm(payload: player) }
        }
    }

    private func purchase(_ product: Product, _ checkout: () async -> PurchaseResult) async {
        guard purchasing == nil else { return }
        purchasing = product.id
        message = await outcome(of: checkout(), product)
        purchasing = nil
    }

    private func outcome(of result: PurchaseResult, _ product: Product) async -> String? {
        switch result {
        case .success(.verified(let purchase)):
            do {
                try await deliver(purchase)
                return "\(product.title) is yours."
            } catch {
                return text(for: error)
            }
        case .success(.unverified): return "The purchase could not be verified."
        case .pending: return "\(product.title) arrives as soon as the payment is confirmed."
        case .userCancelled: return nil
        case .failed(let error): return text(for: error)
        }
    }

    /// Stores the item, and then finishes the purchase.
    ///
    /// If finishing fails, the next launch finishes the purchase.
    private func deliver(_ purchase: Purchase) async throws {
        try inventory.deliver(purchase.sku, of: purchase.uid)
        try await purchase.finish()
    }

    private func text(for error: any Error) -> String {
        guard let error = error as? AppCoinsSDKError else { return error.localizedDescription }
        return switch error {
        case .networkError: "There is no connection. Nothing is lost; please try again later."
        case .productUnavailable: "This product is not on sale."
        case .purchaseNotAllowed: "Purchases are not allowed on this device."
        case .notEntitled, .systemError, .unknown: "The shop does not work at the moment."
        }
    }
}
