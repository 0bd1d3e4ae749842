import APIRuntime
import AnybillAPI
import Logging

extension AnybillContext {
    /// Tells the service the device's push token, unless it knows it already.
    ///
    /// Does nothing while there is no token or nobody is logged in, and leaves a failure to the next attempt.
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

    /// Tells the service to forget a push token, with a session of its own: the user's has ended already.
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
            // 404: the service does not know the token any more, which is what was wanted.
            guard error.status == 404 else { throw error }
        }
    }
}
