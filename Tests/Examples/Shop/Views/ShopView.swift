#if canImport(SwiftUI)
import AppCoinsSDK
import Foundation
import SwiftUI

/// The app.
///
/// In an app's target, this type has the attribute `@main`.
struct ShopApp: App {
    private let model: Result<ShopModel, any Error>

    init() {
        AppcSDK.initialize()
        model = Result {
            let folder = try FileManager.default.url(
                for: .documentDirectory,
                in: .userDomainMask,
                appropriateFor: nil,
                create: true
            )
            let inventory = try Inventory(file: folder.appendingPathComponent("inventory.json"))
            return ShopModel(player: "player-1", inventory: inventory)
        }
    }

    var body: some Scene {
        WindowGroup {
            Group {
                switch model {
                case .success(let model): ShopView(model: model)
                case .failure(let error): Text(error.localizedDescription)
                }
            }
            .onOpenURL { AppcSDK.handle(redirectURL: $0) }
        }
    }
}

/// The products of the shop.
struct ShopView: View {
    @ObservedObject var model: ShopModel

    var body: some View {
        NavigationStack {
            Group {
                switch model.state {
                case .opening: ProgressView()
                case .unavailable: Text("The shop is not available here.")
                case .open: products
                }
            }
            .navigationTitle("Shop")
            .safeAreaInset(edge: .bottom) {
                if let message = model.message {
                    Text(message).padding()
                }
            }
        }
        .task { await model.open() }
        .task { await model.followOffers() }
    }

    private var products: some View {
        List(model.products) { product in
            HStack {
                VStack(alignment: .leading) {
                    Text(product.title).font(.headline)
                    Text("You own \(model.inventory.count(of: product.sku)).").foregroundColor(.secondary)
                }
                Spacer()
                if model.purchasing == product.id {
                    ProgressView()
                } else {
                    Button(product.priceLabel) { Task { await model.buy(product) } }
                        .buttonStyle(.borderedProminent)
                        .disabled(model.purchasing != nil)
                }
            }
        }
    }
}
#endif
