import AppCoinsAPI
import APIRuntime
import APIServer

/// Operations of the tag `wallets`.
struct SandboxWallets: AppCoinsWalletsService {
    let world: AppCoinsWorld

    /// Wallet and bearer token of a guest.
    func guest(id: String, request: ServerRequest) async throws(GetGuestWalletError) -> ServerResponse<GuestWalletToken>
    {
        guard !id.isEmpty else { throw .badRequest(.missing(request, "id")) }
        let wallet = world.wallets.guest(id)
        world.withState { $0.guests[wallet.address] = id }
        return ServerResponse(wallet)
    }

    /// New tokens for a signed-in user's wallet.
    ///
    /// The refresh token stays good.
    func refreshUser(
        body: [String: JSONValue],
        request: ServerRequest
    ) async throws(RefreshUserWalletError) -> ServerResponse<UserWalletTokens> {
        let address = try world.owner(
            of: request,
            realm: WalletTokens.refreshRealm,
            failing: RefreshUserWalletError.self
        )
        return ServerResponse(world.wallets.user(address))
    }
}
