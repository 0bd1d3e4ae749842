import APIRuntime
import APIServer
import Foundation
import HTTPTypes
import SensibillAPI

extension SensibillRoutes {

    func addHome(_ home: SensibillHome) {
        onBoth(.get, "/", "getApiInfo", .open) { input, _ in
            try home.info(request: input.request).raw
        }
    }

    func addAuthentication(_ authentication: SensibillAuthentication) {
        onBoth(.post, "/jwtAuthenticate", "jwtAuthenticate", .open) { input, _ in
            try authentication.jwtAuthenticate(body: input.sensibillBody(), request: input.request).raw
        }
        onBoth(.post, "/invalidate", "invalidateToken", .token) { input, _ in
            try authentication.invalidate(request: input.request).raw
        }
        onBoth(.get, "/logout", "logout", .token) { input, _ in
            try authentication.logout(request: input.request).raw
        }
        onBoth(.get, "/clientInfo", "getClientInfo", .open) { input, _ in
            try authentication.clientInfo(request: input.request).raw
        }
        addGrants(authentication)
    }

    private func addGrants(_ authentication: SensibillAuthentication) {
        let names: Set = ["client_id", "response_type", "redirect_uri", "credential_type", "redirect"]
        onBoth(.get, "/authorizationGrant", "getAuthorizationGrant", .open, query: names) { input, query in
            try authentication.authorizationGrant(
                clientKey: query.needed("client_id"),
                responseType: GrantResponseType(rawValue: query.needed("response_type")),
                redirectUri: query.needed("redirect_uri"),
                credentialType: query.text("credential_type"),
                redirect: query.text("redirect").map(GrantRedirect.init(rawValue:)),
                request: input.request
            ).raw
        }
        let members: Set = ["grant_type", "redirect_uri", "code", "refresh_token"]
        onBoth(.post, "/accessToken", "requestAccessToken", .open, query: members) { input, query in
            // The members are described as a body and as parameters; the body wins.
            let body =
                try input.body.isEmpty
                ? AccessTokenRequestDto(
                    grantType: GrantType(rawValue: query.needed("grant_type")),
                    redirectUri: query.text("redirect_uri"),
                    code: query.text("code"),
                    refreshToken: query.text("refresh_token")
                ) : input.sensibillBody()
            return try authentication.accessToken(body: body, request: input.request).raw
        }
    }

    func addUsers(_ users: SensibillUsers) {
        // The second path is the one that a comment of the original client names.
        for path in ["/api/v2/users", "/api/v2/users/register"] {
            on(.post, path, "createUser", .token) { input, _ in
                try users.create(body: input.sensibillBody(), request: input.request).raw
            }
        }
        on(.post, "/api/v2/jwtRegister", "registerWithJwt", .open) { input, _ in
            try users.jwtRegister(body: input.sensibillBody(), request: input.request).raw
        }
        let deletion: Set = ["export", "exportEmail"]
        on(.delete, "/api/v2/users/{userID}", "deleteUser", .token, query: deletion) { input, query in
            try users.delete(
                userID: input.path("userID"),
                export: query.value("export") { Bool($0) },
                exportEmail: query.text("exportEmail"),
                request: input.request
            ).raw
        }
        onBoth(.get, "/users/{userID}", "getUserById", .token, query: ["excludeAlerts"]) { input, query in
            try users.get(
                userID: input.path("userID"),
                excludeAlerts: query.value("excludeAlerts") { Bool($0) },
                request: input.request
            ).raw
        }
        onBoth(.put, "/users/{userID}", "upsertUser", .token) { input, _ in
            try users.update(userID: input.path("userID"), body: input.sensibillBody(), request: input.request).raw
        }
        addAvailability(users)
    }

    private func addAvailability(_ users: SensibillUsers) {
        onBoth(.get, "/users/emailAvailability", "getEmailAvailability", .token, query: ["email"]) { input, query in
            try users.emailAvailability(email: query.needed("email"), request: input.request).raw
        }
        let path = "/users/receiptEmailAvailability"
        onBoth(.get, path, "getReceiptEmailAvailability", .token, query: ["email"]) { input, query in
            try users.receiptEmailAvailability(email: query.needed("email"), request: input.request).raw
        }
        let names: Set = ["username", "credentialType"]
        onBoth(.get, "/users/usernameAvailability", "getUsernameAvailability", .token, query: names) { input, query in
            try users.usernameAvailability(
                username: query.needed("username"),
                credentialType: query.text("credentialType"),
                request: input.request
            ).raw
        }
    }

    func addUsersV1(_ users: SensibillUsersV1) {
        for path in ["/api/v1/users", "/api/v1/users/register"] {
            on(.post, path, "createUserV1", .token) { input, _ in
                try users.create(body: input.sensibillBody(), request: input.request).raw
            }
        }
        on(.post, "/api/v1/users/passwordStrength", "checkPasswordStrength", .open) { input, _ in
            try users.passwordStrength(body: input.sensibillBody(), request: input.request).raw
        }
        on(.post, "/api/v1/users/resettemppassword", "resetTempPassword", .open) { input, _ in
            try users.resetTempPassword(body: input.sensibillBody(), request: input.request).raw
        }
        on(.post, "/api/v1/users/setpassword", "setPassword", .user) { input, _ in
            try users.setPassword(body: input.sensibillBody(), request: input.request).raw
        }
    }
}
