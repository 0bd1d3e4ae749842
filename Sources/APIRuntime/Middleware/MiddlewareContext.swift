/// The call that a request belongs to.
///
/// A middleware reads it to learn about the operation, and changes a copy to pass values to the stages that follow:
///
/// ```swift
/// enum TraceID: MiddlewareContextKey {
///     static let defaultValue = ""
/// }
///
/// var context = context
/// context[TraceID.self] = "4bf92f35"
/// return try await next(request, context)
/// ```
///
/// Swift's own task-local values reach all stages, too, including those of a request that several calls share, which has
/// the values of the first of them.
public struct MiddlewareContext: Sendable {
    let plan: CallPlan

    /// Number of the attempt, from 1.
    ///
    /// It grows with every request that the retry and credential stages send. Before ``CallStage/retry``, it is 1.
    public internal(set) var attempt = 1

    /// The deadline of the whole call; `nil` without one, and before ``CallStage/deadline``.
    var deadline: CallDeadline?

    /// The deadline of the whole call from its start, before ``CallStage/deadline``; `nil` without one.
    var start: CallDeadline?

    /// Whether ``CallPipeline``, or the calls that share the request, end it at its deadline.
    ///
    /// `false` for the renewal of a stale response in the background, which ends in ``DeadlineStage``.
    var isRaced = false

    /// Whether several calls may wait for the request, which ends when the last of them does.
    var isShared = false

    /// The sessions that the call belongs to.
    var callOwner = CallOwner.nobody

    /// Whether the cache was asked for the response.
    var isCached = false

    /// The number of deletions in the cache when the request left it; `nil` when the cache was not asked.
    var deletions: Int?

    /// The account of the request that the stages after the cache have sent.
    var sent: SentRequest?

    /// The account of the attempts of one pass through the retry stage.
    var attempts: AttemptAccount?

    /// The fields that identify the user, as the last built-in stage has left them; `nil` when they are unknown.
    private var identity: IdentityFields?

    private var values: [ObjectIdentifier: any Sendable] = [:]

    init(_ plan: CallPlan) {
        self.plan = plan
    }

    /// The time that remains for the whole call, zero or more.
    ///
    /// `nil` without a deadline, and before ``CallStage/deadline``.
    public var remainingTime: Duration? { deadline?.remaining }

    /// The operation's name in the spec, its `operationId`.
    public var operation: String { plan.call.operation }

    /// The path of the operation in the spec, for example `/notes/{noteId}`.
    public var pathTemplate: String { plan.call.path.template }

    /// The operation's tags in the spec; empty for none.
    public var tags: [String] { plan.tags }

    /// The security requirement of the operation.
    public var security: SecurityRequirement { plan.call.security }

    /// The schemes of the alternative that the client has credentials for; empty for an anonymous call.
    public var schemes: [SecurityScheme] { plan.credentials.map(\.scheme) }

    /// Whether the operation may be sent again when its effect is unknown.
    public var replay: ReplaySafety { plan.call.replay }

    /// Whether the caller reads the response while it arrives.
    public var isStreamed: Bool { plan.stream != nil }

    /// Returns the owner of the credentials that the call is sent with.
    ///
    /// - Returns: The name of the owner, such as the partition of a ``TokenSession``; `nil` when nobody is signed in, or
    ///   when the credentials belong to different users. Calls without credentials have a common name.
    public func owner() async -> String? { await callOwner.named().partition }

    /// Whether the fields that identify the user are those that the built-in stages have left.
    func isIdentityKnown(_ request: MiddlewareRequest) -> Bool {
        // Only a middleware can change them.
        guard plan.hasMiddleware else { return true }
        return identity?.areKept(in: IdentityFields(request.head), mayAdd: plan.preservesUser) ?? false
    }

    /// Sets the fields that identify the user; `nil` when a middleware has changed them.
    mutating func setIdentity(_ request: MiddlewareRequest?) {
        guard plan.hasMiddleware else { return }
        identity = request.map { IdentityFields($0.head) }
    }

    /// The value for a key; the key's default until a stage sets another one.
    ///
    /// Values reach the stages that follow the one that sets them.
    public subscript<Key: MiddlewareContextKey>(key: Key.Type) -> Key.Value {
        get { values[ObjectIdentifier(key)] as? Key.Value ?? key.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }
}

extension MiddlewareContext: CustomStringConvertible, PartlyReflectable {
    /// Operation and number of the attempt.
    public var description: String { "\(operation), attempt \(attempt)" }

    /// The same as the description, so that `dump` and failed tests print no private values.
    var shownProperties: KeyValuePairs<String, Any> { ["operation": operation, "attempt": attempt] }
}

/// A key for values that middlewares pass along in a ``MiddlewareContext``.
public protocol MiddlewareContextKey {
    /// The type of the values.
    associatedtype Value: Sendable

    /// The value before any middleware sets one.
    static var defaultValue: Value { get }
}
