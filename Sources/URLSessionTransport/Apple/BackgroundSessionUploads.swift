#if canImport(Darwin)
public import APIRuntime
public import Foundation
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif
import HTTPTypes

/// Uploads that the system continues while the app is not running.
///
/// After a restart of the app, create it again with the same name to receive the events of uploads that have ended. The
/// system follows the redirects of such uploads and keeps all header fields, so use it only for your own servers.
/// ``URLSessionExchange`` interprets the responses.
///
/// Keep the object as long as the process runs; a `BackgroundTransfers` of SensibillSDK keeps the one that it creates.
public final class BackgroundSessionUploads: NSObject, LastingUploads, URLSessionDataDelegate {
    private let trust: URLSessionTrust
    private let session: LockedState<URLSession?>
    private let exchanges = LockedState<[Int: URLSessionExchange]>([:])
    private let continuation: AsyncStream<LastingUploadEvent>.Continuation

    /// One event for each upload, for one reader.
    public let events: AsyncStream<LastingUploadEvent>

    /// Creates uploads, or continues those with the same name.
    ///
    /// - Parameters:
    ///   - name: Name of the system's session, unique in the app and the same in all its runs.
    ///   - security: Pins and trust roots.
    ///   - isDiscretionary: Whether the system may wait for good conditions, such as power and Wi-Fi.
    public init(name: String, security: TransportSecurity = .system, isDiscretionary: Bool = false) {
        trust = URLSessionTrust(security: security, proxy: nil, challenge: nil)
        session = LockedState(nil)
        (events, continuation) = AsyncStream.makeStream()
        super.init()
        let configuration = URLSessionConfiguration.background(withIdentifier: name)
        configuration.isDiscretionary = isDiscretionary
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        let made = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
        session.withLock { $0 = made }
    }

    /// The completion handlers of the app, by the name of the session.
    @MainActor private static var completions: [String: () -> Void] = [:]

    /// Sets the completion handler that the app receives when the system launches it for events of a session.
    ///
    /// Call it from the app delegate's `application(_:handleEventsForBackgroundURLSession:completionHandler:)`. The
    /// uploads of the session may be created later: the handler is called once, when all of its events are delivered.
    ///
    /// - Parameters:
    ///   - name: The name of the session, which the system passes as an identifier.
    ///   - completionHandler: The handler, which is called on the main actor.
    @MainActor
    public static func whenEventsAreDelivered(to name: String, _ completionHandler: @escaping () -> Void) {
        completions[name] = completionHandler
    }

    /// Passes an upload to the system.
    ///
    /// - Throws: ``TransportError`` if the request is not a valid upload of a file or is not allowed; `cancelled` if
    ///   the session has ended.
    public func start(_ request: TransportRequest, id: String) async throws(TransportError) {
        let file = try request.uploadedFile()
        try trust.validate(request)
        let native = try URLRequest(request)
        guard let task = session.withLock({ $0?.uploadTask(with: native, fromFile: file) }) else { throw .cancelled }
        task.taskDescription = id
        let exchange = URLSessionExchange(request)
        // From here on, the system sends the request, also repeatedly. No later error proves that nothing was sent.
        exchange.noteSent()
        exchanges.withLock { $0[task.taskIdentifier] = exchange }
        task.resume()
    }

    /// Identifiers of the uploads that the system has.
    public func pending() async -> Set<String> {
        Set(await tasks().compactMap(\.taskDescription))
    }

    /// Cancels an upload.
    public func cancel(_ id: String) async {
        for task in await tasks() where task.taskDescription == id { task.cancel() }
    }

    private func tasks() async -> [URLSessionTask] {
        guard let session = session.withLock({ $0 }) else { return [] }
        return await session.allTasks
    }

    /// The exchange of a task; a new one for a task of an earlier launch.
    private func exchange(of task: URLSessionTask) -> URLSessionExchange {
        exchanges.withLock { exchanges in
            if let known = exchanges[task.taskIdentifier] { return known }
            let head = HTTPRequest(method: .post, scheme: nil, authority: nil, path: nil)
            let new = URLSessionExchange(TransportRequest(head))
            new.noteSent()
            exchanges[task.taskIdentifier] = new
            return new
        }
    }

    // The system does not call `urlSession(_:dataTask:didReceive:completionHandler:)` for the uploads of a background
    // session: their head is in the task when it ends.

    /// Records a chunk of the response.
    public func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        if !exchange(of: dataTask).receive(data) { dataTask.cancel() }
    }

    /// Reports the end of an upload.
    public func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let exchange = exchange(of: task)
        exchanges.withLock { $0[task.taskIdentifier] = nil }
        exchange.end(task.response, error: error)
        guard let id = task.taskDescription, let outcome = exchange.outcome else { return }
        continuation.yield(LastingUploadEvent(id: id, outcome: outcome))
    }

    /// Handles an authentication challenge.
    public func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        switch trust.verdict(on: challenge) {
        case .response(let disposition, let credential): completionHandler(disposition, credential)
        // Without a credential, the system delivers the response that has the challenge.
        case .deliver: completionHandler(.performDefaultHandling, nil)
        case .refuse(let error):
            exchange(of: task).fail(error)
            completionHandler(.cancelAuthenticationChallenge, nil)
        }
    }

    /// Calls the app's completion handler when all events are delivered.
    public func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
        guard let name = session.configuration.identifier else { return }
        Task { @MainActor in
            Self.completions.removeValue(forKey: name)?()
        }
    }
}
#endif
