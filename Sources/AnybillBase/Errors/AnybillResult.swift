/// The result that a completion handler receives: the value, or an ``AnybillError``.
///
/// Swift's `Result` cannot carry `any AnybillError`, so this type has the same cases and works in the same patterns.
public enum AnybillResult<Success> {
    /// The call succeeded.
    case success(Success)

    /// The call failed.
    case failure(any AnybillError)

    /// Returns the value.
    ///
    /// - Throws: The ``AnybillError`` of a failure.
    public func get() throws -> Success {
        switch self {
        case .success(let value): return value
        case .failure(let error): throw error
        }
    }

    /// Returns the result with a transformed success value.
    public func map<Value>(_ transform: (Success) -> Value) -> AnybillResult<Value> {
        switch self {
        case .success(let value): .success(transform(value))
        case .failure(let error): .failure(error)
        }
    }

    /// Returns the result of a transformation of the success value that may fail.
    public func flatMap<Value>(_ transform: (Success) -> AnybillResult<Value>) -> AnybillResult<Value> {
        switch self {
        case .success(let value): transform(value)
        case .failure(let error): .failure(error)
        }
    }

    /// Returns the result with a transformed error.
    public func mapError(_ transform: (any AnybillError) -> any AnybillError) -> AnybillResult {
        switch self {
        case .success: self
        case .failure(let error): .failure(transform(error))
        }
    }
}

extension AnybillResult: Sendable where Success: Sendable {}

extension AnybillResult where Success: Sendable {
    /// Runs a call and stores its result.
    init(catching body: @Sendable () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(ErrorMapping.error(for: error))
        }
    }
}

extension AnybillContext {
    /// Runs a call and passes its result to a completion handler on the main actor.
    ///
    /// The calls take effect in the order in which the app makes them, except that none waits for a response of the
    /// service to an earlier one.
    func deliver<Success: Sendable>(
        to completion: @escaping @MainActor (AnybillResult<Success>) -> Void,
        _ call: @escaping @Sendable () async throws -> Success
    ) {
        let place = callOrder.next()
        Task { @MainActor in
            let result = await CallPlace.$current.withValue(place) { await AnybillResult(catching: call) }
            // A call that fails early must not let the next one begin before the former ones.
            await place.turn()
            place.begin()
            completion(result)
        }
    }
}
