internal import APIRuntime

extension SensibillAPIClient {
    /// A request that can be sent more than once.
    ///
    /// Creating a task sends nothing. Each execution sends one request with the user's current token, unless
    /// ``TaskOptions/shouldRefreshTokenAndRetryOnStatusCode401`` allows a second one.
    ///
    /// ```swift
    /// let task = try apiClient.documents.documents()
    /// task.options.shouldRefreshTokenAndRetryOnStatusCode401 = true
    /// task.execute { task in print(task.result) }
    /// ```
    public final class Task<Model: Sendable>: Sendable {
        /// An execution, which belongs to the user of the moment at which it was prepared.
        private typealias Execution = @Sendable () async throws(TaskError) -> Model

        private let prepare: @Sendable (TaskOptions) -> Execution
        private let state: LockedState<TaskState<Model>>

        init(runner: TaskRunner, plan: TaskPlan<Model>, options: TaskOptions) {
            prepare = { options in
                let user = runner.tokens.binding
                return { () async throws(TaskError) in try await runner.run(plan, options: options, of: user) }
            }
            state = LockedState(TaskState(options: options))
        }

        /// Creates a task that calls a closure instead of the service, for your implementations of the provider
        /// protocols in tests and previews.
        ///
        /// ```swift
        /// struct FixedHome: HomeEndpointsProvider {
        ///     let version = EndpointVersion.v1
        ///     let info: SensibillAPIModel.GeneralInfo
        ///
        ///     func home() throws -> SensibillAPIClient.Task<SensibillAPIModel.GeneralInfo> { .init { _ in info } }
        /// }
        /// ```
        ///
        /// - Parameters:
        ///   - options: The options of the task; the closure receives those that are set when an execution starts.
        ///   - response: A closure that is called once for each execution. An error that is not a ``TaskError`` becomes
        ///     ``TaskError/executionFailure(_:)``.
        public init(
            options: TaskOptions = .defaults,
            response: @escaping @Sendable (_ options: TaskOptions) async throws -> Model
        ) {
            prepare = { options in
                { () async throws(TaskError) in
                    do {
                        return try await response(options)
                    } catch let error as TaskError {
                        throw error
                    } catch {
                        throw TaskError.executionFailure(error)
                    }
                }
            }
            state = LockedState(TaskState(options: options))
        }

        /// The options of the task; a change takes effect with the next execution.
        public var options: TaskOptions {
            get { state.withLock { $0.options } }
            set { state.withLock { $0.options = newValue } }
        }

        /// The result of the last execution: the response, or a ``TaskError``.
        ///
        /// `nil` before the first execution has ended, and from the start of another one until an execution ends. With
        /// several executions at the same time, it is the result of the one that ended last.
        public var result: Result<Model, any Error>? {
            state.withLock { $0.result }
        }

        /// Sends the request.
        ///
        /// May be called repeatedly, even while an earlier execution is running.
        ///
        /// The task stays alive until the completion has been called. The completion cannot be called while the main
        /// thread is blocked.
        ///
        /// - Parameter completion: A closure that is called once for this execution, with this task, whose ``result``
        ///   is set.
        public func execute(completion: @escaping @MainActor (Task<Model>) -> Void) {
            let (run, work) = start()
            _Concurrency.Task {
                let result = await work.value
                await finish(run, result, completion)
            }
        }

        /// Sends the request and waits until the execution has ended.
        ///
        /// - Returns: This task, whose ``result`` is set.
        @discardableResult
        public func execute() async -> Task<Model> {
            _ = try? await value()
            return self
        }

        /// Sends the request and waits for its response.
        ///
        /// - Returns: The decoded response.
        /// - Throws: A ``TaskError``; `CancellationError` if the execution was cancelled.
        public func value() async throws -> Model {
            let (run, work) = start()
            let result = await withTaskCancellationHandler {
                await work.value
            } onCancel: {
                work.cancel()
            }
            end(run, result)
            if case .failure(let error) = result, error.isCancellation { throw CancellationError() }
            return try result.get()
        }

        /// Cancels every execution that has not ended; each fails with an error that contains a `CancellationError`.
        ///
        /// The service may have processed the request. The task can be executed again.
        public func cancel() {
            for stop in state.withLock({ $0.cancel() }) { stop() }
        }

        private typealias Work = _Concurrency.Task<Result<Model, TaskError>, Never>

        private func start() -> (run: Int, work: Work) {
            let (run, options) = state.withLock { ($0.begin(), $0.options) }
            // The user may change before the task begins.
            let execution = prepare(options)
            let work = Work {
                do throws(TaskError) {
                    return .success(try await execution())
                } catch {
                    return .failure(error)
                }
            }
            if state.withLock({ $0.attach(run, stop: { work.cancel() }) }) { work.cancel() }
            return (run, work)
        }

        private func end(_ run: Int, _ result: Result<Model, TaskError>) {
            state.withLock { $0.end(run, with: result.mapError { $0 as any Error }) }
        }

        @MainActor
        private func finish(
            _ run: Int,
            _ result: Result<Model, TaskError>,
            _ completion: @MainActor (Task<Model>) -> Void
        ) {
            end(run, result)
            completion(self)
        }
    }
}
