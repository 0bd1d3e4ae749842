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

extension URLSessionTask {
    /// Cancels the task asynchronously, from any thread.
    ///
    /// On Linux `cancel()` waits for the thread that reads the connection. It never returns when the delegate calls it on
    /// that thread.
    func stop() {
        #if canImport(Darwin)
        cancel()
        #else
        DispatchQueue.global().async { self.cancel() }
        #endif
    }
}
