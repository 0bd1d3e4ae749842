import APIRuntime
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The delegate of a session, which passes each event to its exchange.
final class URLSessionExchanges: NSObject, URLSessionDataDelegate, Sendable {
    private let trust: URLSessionTrust
    private let running = LockedState<[Int: URLSessionExchange]>([:])

    init(_ trust: URLSessionTrust) {
        self.trust = trust
    }

    func add(_ exchange: URLSessionExchange, for task: URLSessionTask) {
        running.withLock { $0[task.taskIdentifier] = exchange }
    }

    func remove(_ task: URLSessionTask) {
        running.withLock { $0[task.taskIdentifier] = nil }
    }

    private func exchange(of task: URLSessionTask) -> URLSessionExchange? {
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
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        let exchange = exchange(of: dataTask)
        let isWanted = exchange?.receive(response) ?? false
        completionHandler(isWanted ? .allow : .cancel)
        // On Linux the response to this question is ignored.
        if !isWanted, exchange?.noteStop() != false { dataTask.stop() }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard let exchange = exchange(of: dataTask) else { return }
        if !exchange.receive(data), exchange.noteStop() { dataTask.stop() }
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
            exchange(of: task)?.complete(nil)
            remove(task)
            task.stop()
        case .refuse(let error):
            // Before the challenge is cancelled, which looks from outside as if the task had been.
            exchange(of: task)?.fail(error)
            completionHandler(.cancelAuthenticationChallenge, nil)
        }
    }
}
