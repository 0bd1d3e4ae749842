/// Several calls that must have the same owner: the pages of a list, the polls of one work, the connections of one stream
/// and the parts of one download.
///
/// They may also share a deadline, which includes the waits between them.
final class OwnerScope: Sendable {
    /// The scope of the calls that a page sequence makes.
    ///
    /// It applies to these calls alone: not to those that their credential sources and middlewares make.
    @TaskLocal static var current: OwnerScope?

    /// A credential of a client, whose name another client may use for another one.
    private struct Key: Hashable {
        let client: ObjectIdentifier
        let scheme: String
    }

    private struct State {
        var owners: [Key: CredentialOwner] = [:]
        /// The clients, so that none of their identities is given to another one.
        var clients: [ObjectIdentifier: any AnyObject & Sendable] = [:]
    }

    private let state = LockedState(State())

    /// The name of the user whose credentials all calls must have; `nil` for the owner of the first call.
    private let partition: String?

    /// The deadline of all calls together; `nil` for none.
    let deadline: CallDeadline?

    /// The scope whose calls must have the same owner too, such as that of the polls of which one is a download.
    private let parent: OwnerScope?

    /// Creates a scope that takes the owner of its first call.
    ///
    /// - Parameters:
    ///   - parent: The scope in which the calls are made, whose owner and deadline apply to them; `nil` for none.
    ///   - deadline: The deadline of all calls together; `nil` for that of the parent.
    ///   - partition: The name of the user whose credentials the calls must have; `nil` for that of the scope in which
    ///     the calls are made, if there is one.
    init(within parent: OwnerScope? = nil, deadline: CallDeadline? = nil, partition: String? = nil) {
        self.parent = parent
        if let deadline, let outer = parent?.deadline {
            self.deadline = CallDeadline { outer.limit(deadline.remaining) }
        } else {
            self.deadline = deadline ?? parent?.deadline
        }
        self.partition = partition ?? parent?.partition ?? Self.current?.partition
    }

    /// The sessions of the calls so far.
    var lives: [SessionLife] { state.withLock { $0.owners.values.compactMap(\.life) } }

    /// The failure of a session that has ended; `nil` while all of them continue.
    var failure: CallFailure? { lives.lazy.compactMap(\.failure).first.map(CallFailure.unauthenticated) }

    /// Checks that a call has the owner of the earlier calls.
    ///
    /// - Parameters:
    ///   - owner: The owner of the call; `nil` for none.
    ///   - scheme: The name of the security scheme.
    ///   - client: The client that sends the call.
    /// - Throws: The failure of a call with another owner.
    func admit(
        _ owner: CredentialOwner?,
        of scheme: String,
        in client: any AnyObject & Sendable
    ) throws(CallFailure) {
        try parent?.admit(owner, of: scheme, in: client)
        // Without an owner, the first credential decides.
        if let partition, let owner, owner.partition != partition { throw .unauthenticated(.sessionEnded) }
        let key = Key(client: ObjectIdentifier(client), scheme: scheme)
        let isSame = state.withLock { state in
            guard let former = state.owners[key] else {
                state.owners[key] = owner
                state.clients[key.client] = client
                return true
            }
            guard let owner, owner.isSame(as: former) else { return false }
            // A name can belong to several users: the first call with a session identifies it.
            if former.generation == nil { state.owners[key] = owner }
            return true
        }
        guard isSame else { throw .unauthenticated(.sessionEnded) }
    }

    /// Returns a closure that checks the owners which calls of a client learn from their credentials.
    func admission(
        in client: any AnyObject & Sendable
    ) -> @Sendable (CredentialOwner, SecurityScheme) throws(CallFailure) -> Void {
        { (owner, scheme) throws(CallFailure) in try self.admit(owner, of: scheme.name, in: client) }
    }

    /// Runs the stages of a call outside of the scope to which the call belongs.
    ///
    /// - Throws: The error of the body.
    static func leaving<Value>(_ body: () async throws -> Value) async throws -> Value {
        if current == nil { return try await body() }
        return try await $current.withValue(nil, operation: body)
    }
}

extension CredentialOwner {
    /// Runs calls that must all have the owner of the first one.
    ///
    /// - Parameter body: The calls.
    /// - Returns: The result of the body.
    package static func sharing<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        try await OwnerScope.$current.withValue(OwnerScope(within: OwnerScope.current), operation: body)
    }

    /// Returns whether a call may have an owner: that of the earlier calls of the same sequence or scope, if there are any.
    ///
    /// For clients that choose the owner of each call themselves; the runtime's clients check it with each credential.
    ///
    /// - Parameters:
    ///   - partition: The name of the owner.
    ///   - client: The client, whose earlier calls count.
    /// - Returns: Whether the call may be sent.
    package static func admits(_ partition: String, in client: any AnyObject & Sendable) -> Bool {
        guard let scope = OwnerScope.current else { return true }
        do throws(CallFailure) {
            try scope.admit(CredentialOwner(partition: partition), of: "", in: client)
            return true
        } catch {
            return false
        }
    }

    /// Runs calls that may only have the credentials of one user.
    ///
    /// A call that would have the credential of another user fails with ``AuthenticationError/Code/sessionEnded``, and
    /// nothing is sent. Calls without credentials, and fixed credentials, are not affected.
    ///
    /// - Parameters:
    ///   - partition: The name of the user; `nil` for any.
    ///   - body: The calls.
    /// - Returns: The result of the body.
    package static func requiring<Value>(
        _ partition: String?,
        _ body: () async throws -> Value
    ) async rethrows -> Value {
        guard let partition else { return try await body() }
        return try await OwnerScope.$current.withValue(OwnerScope(partition: partition), operation: body)
    }
}
