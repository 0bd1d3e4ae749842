import APIRuntime
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if !canImport(Darwin)
/// A queue that calls the delegate synchronously, on the thread that reads the connection.
///
/// On Linux the session does not wait for its delegate. With an asynchronous queue, the chunks of a decompressed response
/// accumulate without limit before the first one is counted. With this queue, each is counted before the next one exists.
///
/// Unchecked like the system's superclass: a subclass must repeat the conformance, and adds no state.
final class URLSessionCallQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        block()
    }
}
#endif

extension URLSession {
    /// The queue on which the delegate is called; `nil` for one that the system makes.
    static var callQueue: OperationQueue? {
        #if canImport(Darwin)
        nil
        #else
        URLSessionCallQueue()
        #endif
    }
}

/// A task that is cancelled at most once.
///
/// On Linux, `cancel()` waits for a queue of the task, and leaves the rest of its work on it. If another thread waits for
/// the same queue, as a second `cancel()` does, the task can complete before that work runs, which then ends the process.
final class StoppableTask: Sendable {
    /// The task, which only ``stop()`` cancels.
    let task: URLSessionTask

    private let isStopped = LockedState(false)

    init(_ task: URLSessionTask) {
        self.task = task
    }

    /// Runs a closure that continues the task; on Linux, not after ``stop()``.
    ///
    /// There, a task that continues after its cancellation ends the process.
    func unlessStopped(_ body: () -> Void) {
        #if canImport(Darwin)
        body()
        #else
        isStopped.withLock { if !$0 { body() } }
        #endif
    }

    /// Cancels the task asynchronously, from any thread; later calls have no effect.
    ///
    /// A few chunks may still arrive afterwards.
    func stop() {
        let isFirst = isStopped.withLock { isStopped in
            defer { isStopped = true }
            return !isStopped
        }
        guard isFirst else { return }
        #if canImport(Darwin)
        task.cancel()
        #else
        // Waits for the thread that reads the connection, and would never return if the delegate called it there.
        DispatchQueue.global().async { self.task.cancel() }
        #endif
    }
}
