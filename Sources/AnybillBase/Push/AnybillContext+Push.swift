import APIRuntime
import AnybillAPI
import Logging

extension AnybillContext {
    /// Registers the device's push token with the service, unless it is already registered.
    ///
    /// Does nothing if there is no token or no user is logged in. If the registration fails, the next call tries again.
    func registerPushToken() async {
        guard let token = push.token, let store = storage.current, (try? store.pushToken()) != token else { return }
        let registration = PushTokenRegistration(token: token, platform: .iOS)
        do {
            try await client.pushTokens.register(body: registration, clientID: configuration.clientID)
            try store.save(pushToken: token)
        } catch {
            configuration.client.logger?.notice("The push token could not be registered.")
        }
    }

    /// Removes a push token from the service, with a separate session, because the user's session has already ended.
    ///
    /// - Throws: The error of the operation; status 404 is not an error.
    func removePushToken(_ token: String, of user: StoredToken) async throws {
        var settings = configuration.client
        settings.cache = nil
        let identity = AnybillClient(servers: configuration.servers, configuration: settings)
        let session = TokenSession(
            store: MemoryTokenStore(user),
            refresher: identity.userTokenRefresher(clientID: configuration.clientID ?? ""),
            now: settings.now
        )
        let client = AnybillClient(
            servers: configuration.servers,
            credentials: AnybillCredentials(userToken: session),
            configuration: settings
        )
        do {
            try await client.pushTokens.remove(token: token, clientID: configuration.clientID)
        } catch {
            // 404: the service no longer has the token, which is the desired result.
            guard error.status == 404 else { throw error }
        }
    }
}
