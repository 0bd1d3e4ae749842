import Foundation
import SensibillSDK

/// The delegate of the first standalone sample.
class PlainDelegate: UserAccessTokenDelegate {
    var token: String?

    func currentAccessToken(for cacheIdentifier: String) -> String? {
        token
    }

    func updateToken(for cacheIdentifier: String, completion: @escaping (Error?) -> Void) {
        token = "renewed"
        completion(nil)
    }
}

/// The delegate that checks whether a request is for its own user.
class CarefulDelegate: UserAccessTokenDelegate {
    struct WrongUser: Error {}

    let cacheIdentifier: String
    var fetch: () async throws -> String

    private var current: String?

    init(cacheIdentifier: String, fetch: @escaping () async throws -> String) {
        self.cacheIdentifier = cacheIdentifier
        self.fetch = fetch
    }

    func currentAccessToken(for cacheIdentifier: String) -> String? {
        guard cacheIdentifier == self.cacheIdentifier else { return nil }
        return current
    }

    func updateToken(for cacheIdentifier: String, completion: @escaping (Error?) -> Void) {
        guard cacheIdentifier == self.cacheIdentifier else {
            completion(WrongUser())
            return
        }
        Task { @MainActor in
            do {
                self.current = try await self.fetch()
                completion(nil)
            } catch {
                completion(error)
            }
        }
    }
}

/// The code of a developer who does not use the SDK's life cycle.
@MainActor
final class StandaloneSamples {
    // Both must be retained: the provider holds its delegate weakly.
    private(set) var client: SensibillAPIProvider?
    private var delegate: UserAccessTokenDelegate?

    /// Performs steps two to four of the standalone sample.
    func start(environmentUrl: String, certificatePinningOn: Bool, delegate: UserAccessTokenDelegate, user: String) {
        let configuration = SensibillAPIClient.Configuration(
            baseUrl: environmentUrl,
            certificatePinningEnabled: certificatePinningOn
        )
        let client = SensibillAPIClient.get(configuration: configuration)
        client.setUserAccessTokenDelegate(delegate, withCacheIdentifier: user)
        self.client = client
        self.delegate = delegate
    }

    /// Signs the user out.
    func signOut() {
        client?.resetUserAccessTokenDelegate()
    }
}
