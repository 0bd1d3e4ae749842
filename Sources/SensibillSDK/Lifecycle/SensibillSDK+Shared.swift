extension SensibillSDK {
    /// Starts ``shared`` for a user.
    ///
    /// - Parameters:
    ///   - userIdentifier: The identifier of the user; unique for a user and the same in every session.
    ///   - tokenProvider: The provider of the user's tokens; retained until the SDK is stopped.
    ///   - configuration: The configuration of the SDK.
    ///   - completion: A closure that is called once, after the API client has its user or the start has failed.
    public static func start(
        userIdentifier: String,
        tokenProvider: any TokenProvider,
        configuration: Configuration,
        completion: @escaping @MainActor (Result<Void, any Error>) -> Void
    ) {
        let provider = HeldTokenProvider(tokenProvider)
        // Tasks begin in any order, so that the first step is taken here.
        let begun = Result { try shared.begin(userIdentifier) }
        Task {
            let result: Result<Void, any Error>
            do {
                result = .success(try await shared.finish(begun.get(), userIdentifier, provider, configuration))
            } catch {
                result = .failure(error)
            }
            await completion(result)
        }
    }

    /// Starts ``shared`` for a user.
    ///
    /// - Throws: ``StateError``, ``ServiceError/cannotStart``, or ``SensibillAPIClient/TaskError``.
    public static func start(
        userIdentifier: String,
        tokenProvider: any TokenProvider,
        configuration: Configuration
    ) async throws {
        let provider = HeldTokenProvider(tokenProvider)
        try await shared.start(userIdentifier, provider, configuration)
    }

    /// Stops ``shared``.
    ///
    /// - Parameters:
    ///   - invalidateToken: Whether to invalidate the user's token as well.
    ///   - completion: A closure that is called once, after the SDK has stopped or the stop has failed.
    public static func stop(
        invalidateToken: Bool = true,
        completion: @escaping @MainActor (Result<Void, any Error>) -> Void
    ) {
        let begun = Result { try shared.beginStop() }
        Task {
            let result: Result<Void, any Error>
            do {
                result = .success(try await shared.finish(try begun.get(), invalidateToken: invalidateToken))
            } catch {
                result = .failure(error)
            }
            await completion(result)
        }
    }

    /// Stops ``shared``.
    ///
    /// - Throws: ``StateError/isAlreadyStopping``; or the error of the token store, which may still have the token. The SDK
    ///   has stopped then.
    public static func stop(invalidateToken: Bool = true) async throws {
        try await shared.stop(invalidateToken: invalidateToken)
    }

    /// Adds an observer of ``shared``'s uploads.
    ///
    /// - Parameters:
    ///   - observer: The observer, which is held weakly.
    ///   - key: The key of the observer; any observer with the same key is replaced.
    public static func addObserver(_ observer: any DocumentUploadObserver, for key: String) {
        shared.documentUploadService.addObserver(observer, for: key)
    }

    /// Removes an observer of ``shared``'s uploads.
    public static func removeObserver(forKey key: String) {
        shared.documentUploadService.removeObserver(forKey: key)
    }
}
