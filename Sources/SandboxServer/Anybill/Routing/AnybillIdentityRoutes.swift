import AnybillAPI
import APIRuntime
import HTTPTypes

/// Routes of the identity service.
struct AnybillIdentityRoutes: SandboxService {
    let identity: AnybillIdentity

    func addRoutes(to router: SandboxRouter) {
        router.on(.post, "/ad.anybill.de/oauth2/v2.0/token", "requestToken") { input in
            let policy = input.query("p").map { TokenPolicy(rawValue: $0.lowercased()) }
            return try identity.requestToken(
                policy: policy ?? .unknown(""),
                body: try form(input),
                request: input.request
            ).raw
        }
    }

    private func form(_ input: RouteInput) throws(RequestTokenError) -> TokenRequest {
        do { return try input.form(TokenRequest.self) } catch {
            throw .badRequest(OAuthError(error: "invalid_request", errorDescription: "A grant type is required."))
        }
    }
}
