import AnybillAPI
import APIRuntime
import HTTPTypes

/// Routes of the tags `users`, `contentAreas` and `pushTokens`.
struct AnybillUserRoutes: SandboxService {
    let users: AnybillUsers
    let contentAreas: AnybillContentAreas
    let pushTokens: AnybillPushTokens

    func addRoutes(to router: SandboxRouter) {
        router.on(.get, "/api/v4/user", "getCurrentUser") { input in
            try users.current(clientID: input.clientID, request: input.request).raw
        }
        router.on(.get, "/api/v4/receipt/{receiptId}/contentarea", "getContentArea") { input in
            try contentAreas.get(
                receiptId: input.path("receiptId"),
                clientID: input.clientID,
                request: input.request
            ).raw
        }
        router.on(.put, "/api/v4/user/pushtoken", "registerPushToken") { input in
            try pushTokens.register(body: try input.json(), clientID: input.clientID, request: input.request).raw
        }
        router.on(.delete, "/api/v4/user/pushtoken/{token}", "removePushToken") { input in
            try pushTokens.remove(token: input.path("token"), clientID: input.clientID, request: input.request).raw
        }
    }
}
