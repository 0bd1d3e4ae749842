/// The consecutive failures of one kind of request, which determine the delay before the next one.
///
/// Makes decisions only; performs no work.
struct FailureStreak: Equatable, Sendable {
    /// The number of failures since the last success or change of the conditions.
    private(set) var count = 0

    /// The reason for which the last request had no valid token; `nil` after another failure and during a request.
    private(set) var tokenFault: TokenFault?

    /// The number of the token when the last request began.
    private(set) var tokenNumber = 0

    /// Records the start of a request.
    ///
    /// - Parameter tokenNumber: The number of the current token.
    mutating func begin(_ tokenNumber: Int) {
        tokenFault = nil
        self.tokenNumber = tokenNumber
    }

    /// Whether a token removes the reason of the last failure.
    func isEnded(by token: SessionToken) -> Bool {
        tokenFault.map { token.removes($0, after: tokenNumber) } ?? false
    }

    /// Records a failure.
    ///
    /// - Parameter tokenFault: The reason for which the request had no valid token; `nil` for another failure.
    /// - Returns: The number of consecutive failures.
    mutating func failed(_ tokenFault: TokenFault?) -> Int {
        count += 1
        self.tokenFault = tokenFault
        return count
    }

    /// Ends the streak: the next failure is the first one again.
    mutating func end() {
        self = FailureStreak()
    }
}
