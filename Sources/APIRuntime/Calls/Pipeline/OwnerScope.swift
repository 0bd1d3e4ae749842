/// Several calls that must have the same owner: the pages of a list, the polls of one work, the connections of one stream
/// and the parts of one download.
final class OwnerScope: Sendable {
    /// The scope of the calls that a page sequence makes.
    @TaskLocal static var current: OwnerScope?

    private let owners = LockedState<[String: CredentialOwner]>([:])

    /// Creates a scope that takes the owner of its first call.
    init() {}

    /// The sessions of the calls so far.
    var lives: [SessionLife] { owners.withLock { $0.values.compactMap(\.life) } }

    /// Checks that a call has the owner of the earlier calls.
    ///
    /// - Parameters:
    ///   - owner: The owner of the call; `nil` for none.
    ///   - scheme: The name of the security scheme.
    /// - Throws: The failure of a call with another owner.
    func admit(_ owner: CredentialOwner?, of scheme: String) throws(CallFailure) {
        let isSame = owners.withLock { owners in
            guard let former = owners[scheme] else {
                owners[scheme] = owner
                return true
            }
            guard let owner, owner.isSame(as: former) else { return false }
            // A name can belong to several users: the first call with a session identifies it.
            if former.generation == nil { owners[scheme] = owner }
            return true
        }
        guard isSame else { throw .unauthenticated(.sessionEnded) }
    }
}
