import SensibillSDK

/// A token provider with a sequence of tokens.
@MainActor
final class TestTokenProvider: TokenProvider {
    var tokens: [String]
    var failure: (any Error)?
    var questions: [String] = []

    /// The completions that have not been called; `nil` calls each completion at once.
    var held: [(Result<SensibillSDK.Credentials, any Error>) -> Void]?

    init(tokens: [String]) {
        self.tokens = tokens
    }

    func provideTokenReplacement(
        userIdentifier: String,
        completion: @escaping (Result<SensibillSDK.Credentials, any Error>) -> Void
    ) {
        questions.append(userIdentifier)
        if held != nil { return held?.append(completion) ?? () }
        if let failure { return completion(.failure(failure)) }
        completion(.success(.init(accessToken: tokens.isEmpty ? "" : tokens.removeFirst())))
    }
}
