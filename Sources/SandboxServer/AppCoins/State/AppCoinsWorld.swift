import APIRuntime
import Foundation

/// The state and the tools that all operations of the sandbox's AppCoins share.
struct AppCoinsWorld: Sendable {
    /// The state that all services share.
    let core: SandboxCore

    /// The apps with their products.
    let apps: [SandboxApp]

    /// The prices.
    let prices: PriceList

    /// The addresses and tokens of wallets.
    let wallets: WalletTokens

    private let state: LockedState<AppCoinsState>

    /// Creates the initial state with the sample apps and no purchases.
    init(core: SandboxCore) {
        self.core = core
        apps = SandboxApp.samples
        prices = PriceList(currencies: SandboxCurrency.samples)
        wallets = WalletTokens(core: core)
        state = LockedState(AppCoinsState(random: core.random("appcoins"), settings: core.configuration.appCoins))
    }

    /// The time of the sandbox.
    var now: Date { core.clock.now }

    /// Reads or changes the state after making all refunds that are due.
    func withState<Result>(_ body: (inout AppCoinsState) -> Result) -> Result {
        let now = self.now
        return state.withLock { state in
            state.refundOverdue(now: now)
            return body(&state)
        }
    }

    /// The current settings.
    var settings: AppCoinsSandboxSettings { withState { $0.settings } }

    /// Returns the app with a bundle identifier, or `nil` if it is unknown.
    func app(_ domain: String) -> SandboxApp? {
        apps.first { $0.domain == domain }
    }

    /// The currency of all callers.
    var userCurrency: SandboxCurrency {
        prices.currency(settings.userCurrency) ?? .appCoins
    }
}
