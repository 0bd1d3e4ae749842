import AppCoinsAPI
import APIServer

/// Operations of the tag `applications`.
struct SandboxApplications: AppCoinsApplicationsService {
    let world: AppCoinsWorld

    /// Key that an app's purchases are signed with.
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
