extension SensibillSDK {
    /// Starts ``shared`` for a user.
    ///
    /// - Parameters:
    ///   - userIdentifier: Names the user; unique for an identity and the same in every session.
    ///   - tokenProvider: Gets tokens of the user; kept until the stop.
    ///   - configuration: How the SDK works.
    ///   - completion: Called once, when the API client has its user or the start has failed.
    public static func start(
        userIdentifier: String,
        tokenProvider: any TokenProvider,
        configuration: Configuration,
        completion: @escaping @MainActor (Result<Void, any Error>) -> Void
    ) {
        let provider = HeldTokenProvider(tokenProvider)
        Task {
            let result: Result<Void, any Error>
            do {
                result = .success(try await shared.start(userIdentifier, provider, configuration))
            } catch {
                result = .failure(error)
            }
            await completion(result)
        }
    }

    /// Starts ``shared`` for a user.
    ///
    /// - Throws: As the instance's function.
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
    ///   - invalidateToken: Whether the user's token ends too.
    ///   - completion: Called once, when the SDK is stopped or could not be.
    public static func stop(
        invalidateToken: Bool = true,
        completion: @escaping @MainActor (Result<Void, any Error>) -> Void
    ) {
        Task {
            let result: Result<Void, any Error>
            do {
                result = .success(try await shared.stop(invalidateToken: invalidateToken))
            } catch {
                result = .failure(error)
            }
            await completion(result)
        }
    }

    /// Stops ``shared``.
    ///
    /// - Throws: As the instance's function.
    public static func stop(invalidateToken: Bool = true) async throws {
        try await shared.stop(invalidateToken: invalidateToken)
    }

    /// Adds an observer of ``shared``'s uploads.
    ///
    /// - Parameters:
    ///   - observer: Held weakly: it ends when it is deallocated.
    ///   - key: Names the observer; a former one with the same key is forgotten.
    public static func addObserver(_ observer: any DocumentUploadObserver, for key: String) {
        shared.documentUploadService.addObserver(observer, for: key)
    }

    /// Forgets an observer of ``shared``'s uploads.
    public static func removeObserver(forKey key: String) {
        shared.documentUploadService.removeObserver(forKey: key)
    }

    /// What happens to ``shared``'s uploads from now on, as a sequence.
    public static var documentUploadEvents: DocumentUploadEvents { shared.documentUploadService.events }
}
