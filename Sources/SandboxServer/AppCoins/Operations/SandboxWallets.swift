import AppCoinsAPI
import APIRuntime
import APIServer

/// The operations of the tag `wallets`.
struct SandboxWallets: AppCoinsWalletsService {
    let world: AppCoinsWorld

    /// Returns the wallet and a bearer token of a guest.
    func guest(id: String, request: ServerRequest) async throws(GetGuestWalletError) -> ServerResponse<GuestWalletToken>
    {
        guard !id.isEmpty else { throw .badRequest(.missing(request, "id")) }
        let wallet = world.wallets.guest(id)
        world.withState { $0.guests[wallet.address] = id }
        return ServerResponse(wallet)
    }

    /// Issues new tokens for a signed-in user's wallet.
    ///
    /// The refresh token remains valid.
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
