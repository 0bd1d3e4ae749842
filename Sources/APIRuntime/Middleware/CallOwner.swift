import HTTPTypes

/// The owner of a call: the sessions whose credentials it carries, decided once when the call starts.
///
/// All stages of a call share one value. A call whose owner has gone ends with
/// ``AuthenticationError/Code/sessionEnded``, before anything is sent with another owner's credential.
final class CallOwner: Sendable {
    private let schemes: [BoundScheme]

    /// The owners in the order of the schemes; `nil` for a source that had none at the start.
    private let owners: LockedState<[CredentialOwner?]>

    /// The sessions whose end cancels all stages of the call: those that were known at the start.
    private let observed = LockedState<[SessionLife]>([])

    /// Binds the owners to the other calls that must have the same ones; `nil` for a call on its own.
    private let admit: (@Sendable (CredentialOwner, SecurityScheme) throws(CallFailure) -> Void)?

    /// The owner of an anonymous call.
    static let nobody = CallOwner([], [], admit: nil)

    private init(
        _ schemes: [BoundScheme],
        _ owners: [CredentialOwner?],
        admit: (@Sendable (CredentialOwner, SecurityScheme) throws(CallFailure) -> Void)?
    ) {
        self.schemes = schemes
        self.owners = LockedState(owners)
        self.admit = admit
    }

    /// Returns the owner of a call that starts now.
    ///
    /// - Parameters:
    ///   - schemes: The schemes that the call is sent with.
    ///   - scope: The calls that must have the same owner; `nil` for none.
    ///   - client: The client that sends the call.
    /// - Returns: The owner; ``nobody`` if there are no schemes.
    /// - Throws: The failure of a call whose scope has another owner.
    static func starting(
        _ schemes: [BoundScheme],
        in scope: OwnerScope?,
        of client: any AnyObject & Sendable
    ) async throws(CallFailure) -> CallOwner {
        if schemes.isEmpty { return nobody }
        var owners: [CredentialOwner?] = []
        for bound in schemes {
            let owner = scope == nil ? await bound.source.owner() : await bound.source.namedOwner()
            // A fixed credential has no session that could be replaced by another one.
            if let scope, !(bound.source is StaticCredential) {
                try scope.admit(owner, of: bound.scheme.name, in: client)
            }
            owners.append(owner)
        }
        let owner = CallOwner(schemes, owners, admit: scope?.admission(in: client))
        try owner.check()
        return owner
    }

    /// The sessions that the call observes.
    private var lives: [SessionLife] { owners.withLock { $0.compactMap { $0?.life } } }

    /// Ends a call whose session has ended.
    ///
    /// - Throws: The failure with which the session ended.
    func check() throws(CallFailure) {
        for life in lives {
            if let failure = life.failure { throw CallFailure.unauthenticated(failure) }
        }
    }

    /// Asks the sources for the names of owners that are not known yet, as the cache and shared requests need them.
    ///
    /// - Returns: This owner.
    func named() async -> CallOwner {
        for (index, bound) in schemes.enumerated() where owners.withLock({ $0[index] }) == nil {
            let owner = await bound.source.namedOwner()
            owners.withLock { $0[index] = $0[index] ?? owner }
        }
        return self
    }

    /// Checks that credentials belong to the call's owner, before they are sent.
    ///
    /// A source that had no owner at the start, because it signs in when a credential is needed, is bound to the owner of
    /// its first credential.
    ///
    /// - Parameter credentials: The credentials in the order of the schemes.
    /// - Throws: The failure of a call whose owner has gone.
    func accept(_ credentials: [AuthCredential]) throws(CallFailure) {
        try check()
        let isAccepted = owners.withLock { owners in
            for (index, credential) in credentials.enumerated() where !(schemes[index].source is StaticCredential) {
                if let owner = owners[index] {
                    guard owner.owns(credential) else { return false }
                    // A name can belong to several users: the first credential identifies the session.
                    guard owner.generation == nil, credential.generation != nil else { continue }
                    owners[index] = owner.with(generation: credential.generation)
                } else {
                    owners[index] = CredentialOwner(partition: credential.partition, generation: credential.generation)
                }
            }
            return true
        }
        guard isAccepted else { throw .unauthenticated(.sessionEnded) }
        guard let admit else { return }
        for (index, owner) in owners.withLock({ $0 }).enumerated() where !(schemes[index].source is StaticCredential) {
            if let owner { try admit(owner, schemes[index].scheme) }
        }
    }

    /// Runs the stages of the call, and cancels them when its session ends.
    ///
    /// - Throws: The failure of the session if it has ended; else the error of the body.
    func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let lives = lives
        observed.withLock { $0 = lives }
        let value = try await SessionLife.observing(lives, body)
        try check()
        return value
    }

    /// Runs an attempt, and cancels it when a session ends that was found after the start of the call.
    ///
    /// - Throws: The failure of the session if it has ended; else the error of the body.
    func runAttempt<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let observed = observed.withLock { $0 }
        let found = lives.filter { life in !observed.contains { $0 === life } }
        return try await SessionLife.observing(found, body)
    }

    /// Returns the same chunks, which end with the session.
    func guarding(_ chunks: BodyChunks) -> BodyChunks {
        let lives = lives
        if lives.isEmpty { return chunks }
        var guarded = BodyChunks {
            try await SessionLife.observing(lives) {
                var iterator = chunks.makeAsyncIterator()
                return try await iterator.next()
            }
        }
        guarded.isUntouched = chunks.isUntouched
        return guarded
    }
}

extension CredentialSource {
    /// Returns the owner of the current credential, at least by its name; `nil` when there is none.
    fileprivate func namedOwner() async -> CredentialOwner? {
        if let owner = await owner() { return owner }
        guard let partition = await partition() else { return nil }
        // A user may have signed in between the two.
        return await owner() ?? CredentialOwner(partition: partition)
    }
}

extension SessionLife {
    /// Runs a body, and cancels it when one of several sessions ends.
    ///
    /// - Throws: The failure of the session that has ended, unless the task is cancelled; else the error of the body.
    static func observing<Value: Sendable>(
        _ lives: [SessionLife],
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        if lives.isEmpty { return try await body() }
        let gate = ResponseGate<Result<Value, any Error>>()
        // Not detached: the task inherits task-local values, but the end of a session can cancel it alone.
        let task = Task {
            do {
                gate.open(.success(try await body()))
            } catch {
                gate.open(.failure(error))
            }
        }
        // The body can ignore its cancellation, and an observer of the session's end can wait for the caller, whose
        // cancellation therefore ends the wait.
        let isCancelled = LockedState(false)
        let cancel = { @Sendable in
            task.cancel()
            guard isCancelled.withLock({ $0 }), lives.contains(where: { $0.failure != nil }) else { return }
            gate.open(.failure(CallFailure.cancelled))
        }
        let handlers = lives.map { life in (life, life.onEnd(cancel)) }
        let result = await withTaskCancellationHandler {
            await gate.response()
        } onCancel: {
            isCancelled.withLock { $0 = true }
            cancel()
        }
        for (life, id) in handlers {
            if let id { life.forget(id) }
        }
        if !Task.isCancelled, let ended = lives.first(where: { $0.failure != nil }), let failure = ended.failure {
            // The end of the session has ended the wait, as after a refused renewal, and its observers come first.
            if result.isCancelledWait { await ended.announcement() }
            if Task.isCancelled { throw CallFailure.cancelled }
            throw CallFailure.unauthenticated(failure)
        }
        return try result.get()
    }
}

extension Result {
    /// Whether a wait for a credential was cancelled.
    fileprivate var isCancelledWait: Bool {
        guard case .failure(let error) = self else { return false }
        if case .cancelled? = error as? CallFailure { return true }
        return (error as? AuthenticationError)?.code == .cancelled
    }
}

extension CallOwner {
    /// The owner of the cached responses for the call: the name that the app knows.
    ///
    /// `nil` when nobody is signed in, or two users are: their common response would outlive the sign-out of either.
    var partition: String? { common { $0.partition } }

    /// The partition of the cache that holds the responses for the call; `nil` in the same cases as ``partition``.
    var cachePartition: String? { common { $0.cachePartition } }

    /// The sessions, for calls that share one request; `nil` when one of them is unknown.
    var identity: [CredentialOwner]? {
        let owners = owners.withLock { $0 }
        let known = owners.compactMap { $0 }
        return known.count == owners.count ? known : nil
    }

    /// Returns the partitions of the owners of credentials, in the order of the schemes.
    func cachePartitions(of credentials: [AuthCredential]) -> [String] {
        let owners = owners.withLock { $0 }
        return credentials.enumerated().map { index, credential in
            owners.indices.contains(index)
                ? owners[index]?.cachePartition ?? credential.partition : credential.partition
        }
    }

    private func common(_ name: (CredentialOwner) -> String) -> String? {
        guard !schemes.isEmpty else { return CacheKey.anonymousPartition }
        let owners = owners.withLock { $0 }
        // A fixed key identifies the app. Where a user's credential is sent, too, the user owns the responses.
        let personal = schemes.indices.filter { !(schemes[$0].source is StaticCredential) }
        var names: [String] = []
        for index in personal.isEmpty ? Array(schemes.indices) : personal {
            guard let owner = owners[index], !owner.partition.hasPrefix("*") else { return nil }
            names.append(name(owner))
        }
        if personal.isEmpty { return names.joined(separator: "+") }
        return Set(names).count == 1 ? names.first : nil
    }
}
