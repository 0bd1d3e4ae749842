import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if !canImport(Darwin)
/// Calls the delegate at once, on the thread that reads the connection.
///
/// On Linux the session does not wait for its delegate: through a queue, the pieces of a decompressed response pile up
/// without bound before the first of them is counted. Called at once, each is counted before the next is made.
///
/// Unchecked, because the system's queue that it extends is: a subclass has to say so again, and has no state of its own.
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
    /// Cancels the task soon, from any thread.
    ///
    /// On Linux `cancel()` waits for the thread that reads the connection, and so never returns when the delegate calls
    /// it there.
    func stop() {
        #if canImport(Darwin)
        cancel()
        #else
        DispatchQueue.global().async { self.cancel() }
        #endif
    }
}
