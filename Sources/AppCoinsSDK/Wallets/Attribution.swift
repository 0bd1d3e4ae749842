import APIRuntime
import AppCoinsAPI
import Foundation

/// An actor that fetches the guest and the OEM of the installation once.
actor Attribution {
    private let environment: AppcEnvironment
    private let client: AppCoinsClient
    private let settings: AppcSettings
    private var loop: Task<Void, Never>?
    private var asking: Task<String, any Error>?

    /// The longest delay between two attempts.
    private static let longestPause = Duration.seconds(60)

    /// Creates the attribution of an environment.
    init(environment: AppcEnvironment, client: AppCoinsClient, settings: AppcSettings) {
        self.environment = environment
        self.client = client
        self.settings = settings
    }

    /// Requests attribution until a response is received, with delays of 1 s, 2 s, 4 s up to 60 s.
    ///
    /// Only one loop runs, regardless of the number of calls.
    func start() {
        guard loop == nil, settings.text(.guestUID) == nil else { return }
        loop = Task { [weak self] in
            var pause = Duration.seconds(1)
            while let self, !Task.isCancelled {
                if (try? await self.guestUID()) != nil { break }
                guard (try? await self.environment.configuration.clock.sleep(for: pause)) != nil else { break }
                pause = min(pause * 2, Self.longestPause)
            }
            await self?.ended()
        }
    }

    /// Returns the guest identifier, and requests it once if it is unknown.
    ///
    /// - Throws: ``GetAttributionError`` if the request fails; ``SecretStoreError`` if the identifier cannot be read or
    ///   stored.
    func guestUID() async throws -> String {
        // Another guest must not take the place of one that cannot be read now.
        if let known = try settings.storedText(.guestUID) { return known }
        return try await (asking ?? startAsking()).valueUnlessCancelled()
    }

    /// Starts the one request for all waiting callers, which goes on if they are cancelled.
    private func startAsking() -> Task<String, any Error> {
        let task = Task {
            defer { asking = nil }
            return try await ask()
        }
        asking = task
        return task
    }

    private func ended() {
        loop = nil
    }

    private func ask() async throws -> String {
        let device = await environment.device()
        // The loop has its own delays, so the call is not retried.
        let response = try await client.attribution.get(
            packageName: environment.domain,
            userAgent: BuildFacts.attributionAgent(domain: environment.domain, device: device),
            options: CallOptions(retry: .never)
        )
        if let oem = response.oemid, !oem.isEmpty { try settings.set(oem, .oemID) }
        try settings.set(response.guestUID, .guestUID)
        return response.guestUID
    }
}
