import APIRuntime
import Foundation

/// What all operations of the sandbox's AppCoins share.
struct AppCoinsWorld: Sendable {
    /// What all services share.
    let core: SandboxCore

    /// The apps and what they sell.
    let apps: [SandboxApp]

    /// What things cost.
    let prices: PriceList

    /// Addresses and tokens of wallets.
    let wallets: WalletTokens

    /// The key of each app.
    let keys = SigningKeys()

    private let state: LockedState<AppCoinsState>

    /// Creates a world with the sample apps and nothing bought.
    init(core: SandboxCore) {
        self.core = core
        apps = SandboxApp.samples
        prices = PriceList(currencies: SandboxCurrency.samples)
        wallets = WalletTokens(core: core)
        state = LockedState(AppCoinsState(random: core.random("appcoins"), settings: core.configuration.appCoins))
    }

    /// The sandbox's time.
    var now: Date { core.clock.now }

    /// Reads or changes the state, as it is at the sandbox's time: overdue refunds have been made.
    func withState<Result>(_ body: (inout AppCoinsState) -> Result) -> Result {
        let now = self.now
        return state.withLock { state in
            state.refundOverdue(now: now)
            return body(&state)
        }
    }

    /// How it behaves now.
    var settings: AppCoinsSandboxSettings { withState { $0.settings } }

    /// The app of that bundle identifier; `nil` when it is not known.
    func app(_ domain: String) -> SandboxApp? {
        apps.first { $0.domain == domain }
    }

    /// The currency that callers seem to use.
    var userCurrency: SandboxCurrency {
        prices.currency(settings.userCurrency) ?? .appCoins
    }
}
