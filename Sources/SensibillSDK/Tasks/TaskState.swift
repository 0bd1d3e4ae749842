/// The state of a task between its executions.
///
/// Makes decisions only; performs no work.
struct TaskState<Model: Sendable>: Sendable {
    /// The options of the next execution.
    var options: SensibillAPIClient.TaskOptions

    /// The result of the most recently ended execution; `nil` before that and while another one is running.
    private(set) var result: Result<Model, any Error>?

    private var lastRun = 0
    private(set) var stops: [Int: Stop] = [:]

    /// The way to stop an execution.
    enum Stop: Sendable {
        case pending
        case requested
        case handle(@Sendable () -> Void)
    }

    init(options: SensibillAPIClient.TaskOptions) {
        self.options = options
    }

    /// Begins an execution.
    ///
    /// - Returns: The number of the execution.
    mutating func begin() -> Int {
        lastRun += 1
        stops[lastRun] = .pending
        result = nil
        return lastRun
    }

    /// Registers a closure that stops an execution.
    ///
    /// - Returns: Whether to stop the execution at once because it was cancelled in the meantime.
    mutating func attach(_ run: Int, stop: @escaping @Sendable () -> Void) -> Bool {
        switch stops[run] {
        case .requested: return true
        case .pending:
            stops[run] = .handle(stop)
            return false
        case .handle, nil: return false
        }
    }

    /// Stops all executions.
    ///
    /// - Returns: The closures that stop the executions.
    mutating func cancel() -> [@Sendable () -> Void] {
        var handles: [@Sendable () -> Void] = []
        for (run, stop) in stops {
            if case .handle(let handle) = stop { handles.append(handle) }
            stops[run] = .requested
        }
        return handles
    }

    /// Ends an execution.
    mutating func end(_ run: Int, with result: Result<Model, any Error>) {
        stops[run] = nil
        self.result = result
    }
}
