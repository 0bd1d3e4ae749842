/// What a task knows between its executions.
///
/// Decides only.
struct TaskState<Model: Sendable>: Sendable {
    /// How the task is executed next.
    var options: SensibillAPIClient.TaskOptions

    /// How the execution ended that ended last; `nil` before that, and while another one runs.
    private(set) var result: Result<Model, any Error>?

    private var lastRun = 0
    private var stops: [Int: Stop] = [:]

    private enum Stop: Sendable {
        case pending
        case requested
        case handle(@Sendable () -> Void)
    }

    init(options: SensibillAPIClient.TaskOptions) {
        self.options = options
    }

    /// Begins an execution.
    ///
    /// - Returns: Its number.
    mutating func begin() -> Int {
        lastRun += 1
        stops[lastRun] = .pending
        result = nil
        return lastRun
    }

    /// Learns how an execution can be stopped.
    ///
    /// - Returns: Whether it has to be stopped at once, because that was asked for meanwhile.
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
    /// - Returns: What to call for that.
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

    /// Count of the executions that have not ended.
    var runCount: Int { stops.count }
}
