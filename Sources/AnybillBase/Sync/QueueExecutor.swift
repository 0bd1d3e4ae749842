import Dispatch

/// An executor that runs the jobs of an actor on its own queue, so that the actor may block.
///
/// SQLite blocks. On the threads that all tasks share it could delay the whole app.
final class QueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// Creates an executor.
    init(label: String) {
        queue = DispatchQueue(label: label, qos: .userInitiated)
    }

    /// Runs a job after all earlier ones.
    func enqueue(_ job: UnownedJob) {
        queue.async { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    /// The executor without ownership.
    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
