import APIRuntime
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The delegate of a session, which passes each event to its exchange.
final class URLSessionExchanges: NSObject, URLSessionDataDelegate, Sendable {
    private struct Running {
        let exchange: URLSessionExchange
        let task: StoppableTask
    }

    private let trust: URLSessionTrust
    private let running = LockedState<[Int: Running]>([:])

    init(_ trust: URLSessionTrust) {
        self.trust = trust
    }

    func add(_ exchange: URLSessionExchange, for task: StoppableTask) {
        running.withLock { $0[task.task.taskIdentifier] = Running(exchange: exchange, task: task) }
    }

    func remove(_ task: URLSessionTask) {
        running.withLock { $0[task.taskIdentifier] = nil }
    }

    /// Returns the exchange of a task; `nil` for a task that has ended or been stopped.
    private func exchange(of task: URLSessionTask) -> URLSessionExchange? { entry(of: task)?.exchange }

    private func entry(of task: URLSessionTask) -> Running? {
        running.withLock { $0[task.taskIdentifier] }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        // The session would send credentials along to any origin: redirects are followed by RedirectPolicy instead.
        entry(of: task)?.task.unlessStopped { completionHandler(nil) }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        let entry = entry(of: dataTask)
        let isWanted = entry?.exchange.receive(response) ?? false
        completionHandler(isWanted ? .allow : .cancel)
        // On Linux the response to this question is ignored.
        if !isWanted { entry?.task.stop() }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard let entry = entry(of: dataTask) else { return }
        if !entry.exchange.receive(data) { entry.task.stop() }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        exchange(of: task)?.sent(totalBytesSent)
    }

    // The only sign that a head without a body was sent; called before the end of the task.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
        guard metrics.transactionMetrics.contains(where: { $0.requestStartDate != nil }) else { return }
        exchange(of: task)?.noteSent()
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let exchange = exchange(of: task) else { return }
        remove(task)
        exchange.end(task.response, error: error)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        switch trust.verdict(on: challenge) {
        case .response(let disposition, let credential): completionHandler(disposition, credential)
        case .deliver:
            // The response is complete. Stopping the task ends its wait for a credential.
            let entry = entry(of: task)
            entry?.exchange.complete(nil)
            remove(task)
            entry?.task.stop()
        case .refuse(let error):
            // Before the challenge is cancelled, which looks from outside as if the task had been.
            exchange(of: task)?.fail(error)
            completionHandler(.cancelAuthenticationChallenge, nil)
        }
    }
}
