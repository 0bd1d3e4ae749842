import AppCoinsAPI
import APIServer

/// The operations of the tag `applications`.
struct SandboxApplications: AppCoinsApplicationsService {
    let world: AppCoinsWorld

    /// Returns the public key that verifies an app's purchases.
    func publicKey(
        domain: String,
        platform: ClientPlatform?,
        request: ServerRequest
    ) async throws(GetApplicationPublicKeyError) -> ServerResponse<String> {
        _ = try world.app(domain, for: request, failing: GetApplicationPublicKeyError.self)
        do {
            return ServerResponse(try world.publicKey(of: domain))
        } catch {
            throw .internalServerError(.failed(request))
        }
    }
}
