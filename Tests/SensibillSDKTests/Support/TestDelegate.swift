import SensibillSDK

/// A delegate with tokens in a row, each good until the next renewal.
@MainActor
final class TestDelegate: UserAccessTokenDelegate {
    var token: String?
    var next: [String] = []
    var failure: (any Error)?
    var updates = 0
    var identifiers: [String] = []

    /// What to do instead of renewing at once.
    var onUpdate: ((@escaping ((any Error)?) -> Void) -> Void)?

    init(token: String? = nil, next: [String] = []) {
        self.token = token
        self.next = next
    }

    func currentAccessToken(for cacheIdentifier: String) -> String? {
        identifiers.append(cacheIdentifier)
        return token
    }

    func updateToken(for cacheIdentifier: String, completion: @escaping ((any Error)?) -> Void) {
        updates += 1
        if let onUpdate { return onUpdate(completion) }
        if failure == nil, !next.isEmpty { token = next.removeFirst() }
        completion(failure)
    }
}

/// A failure of a delegate's own.
struct DelegateFailure: Error, Equatable {}
