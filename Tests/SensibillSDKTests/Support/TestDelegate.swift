import SensibillSDK

/// A delegate with a sequence of tokens, each valid until the next renewal.
@MainActor
final class TestDelegate: UserAccessTokenDelegate {
    var token: String?
    var next: [String] = []
    var failure: (any Error)?
    var updates = 0
    var identifiers: [String] = []

    /// A closure that replaces the immediate renewal.
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

/// An error of a delegate.
struct DelegateFailure: Error, Equatable {}
