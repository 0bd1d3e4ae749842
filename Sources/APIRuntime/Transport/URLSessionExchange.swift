import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
import HTTPTypes

/// One request of a `URLSession` and what has come back for it so far.
final class URLSessionExchange: Sendable {
    typealias Outcome = Result<TransportAnswer, TransportError>
    typealias Continuation = CheckedContinuation<Outcome, Never>

    private struct State: Sendable {
        var head: HTTPResponse?
        var expectedLength: Int?
        var bytes: [UInt8] = []
        var outcome: Outcome?
        var continuation: Continuation?
    }

    private let maximumBytes: Int
    private let isHead: Bool
    private let state = Lock(State())

    init(maximumBytes: Int, isHead: Bool) {
        self.maximumBytes = maximumBytes
        self.isHead = isHead
    }

    /// Whether the answer's head has come.
    var hasHead: Bool { state.withLock { $0.head != nil } }

    /// Sets who waits for the outcome; there may be one already.
    func attach(_ continuation: Continuation) {
        let outcome = state.withLock { state -> Outcome? in
            if state.outcome == nil { state.continuation = continuation }
            return state.outcome
        }
        if let outcome { continuation.resume(returning: outcome) }
    }

    /// Sets the outcome, unless there is one.
    func finish(_ outcome: Outcome) {
        let waiting = state.withLock { state -> Continuation? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            state.bytes = []
            return state.continuation.take()
        }
        waiting?.resume(returning: outcome)
    }

    /// Notes the answer's head.
    ///
    /// - Returns: Whether the body is wanted.
    func receive(_ response: URLResponse) -> Bool {
        guard let response = response as? HTTPURLResponse else { return false }
        let head = HTTPResponse(response)
        let isPlain = head.headerFields[.contentEncoding] == nil && !isHead
        let length = head.headerFields[.contentLength].flatMap { Int($0) }
        if isPlain, let length, length > maximumBytes {
            finish(.failure(.tooLarge(maximumBytes)))
            return false
        }
        state.withLock { state in
            state.head = head
            state.expectedLength = isPlain ? length : nil
            state.bytes.reserveCapacity(min(length ?? 0, maximumBytes, 1 << 20))
        }
        return true
    }

    /// Adds a piece of the body.
    ///
    /// - Returns: Whether more is wanted.
    func receive(_ data: Data) -> Bool {
        let fits = state.withLock { state in
            guard state.outcome == nil else { return true }
            guard data.count <= maximumBytes - state.bytes.count else { return false }
            data.withUnsafeBytes { state.bytes.append(contentsOf: $0) }
            return true
        }
        if !fits { finish(.failure(.tooLarge(maximumBytes))) }
        return fits
    }

    /// Notes the end of the answer, or why it did not come.
    func complete(_ error: (any Error)?) {
        if let error { return finish(.failure(TransportError(urlSession: error))) }
        let (head, bytes, expected) = state.withLock { state in
            let bytes = state.bytes
            state.bytes = []
            return (state.head, bytes, state.expectedLength)
        }
        guard let head else { return finish(.failure(TransportError(.connection, "The server gave no answer."))) }
        // On Linux the body of a redirect that names no place is not handed over.
        let isRedirect = (301...308).contains(head.status.code)
        if let expected, bytes.count < expected, !(isRedirect && bytes.isEmpty) {
            return finish(.failure(TransportError(.connection, "The answer ended early.")))
        }
        finish(.success(TransportAnswer(head, body: .bytes(bytes))))
    }
}

extension HTTPResponse {
    /// Takes status and header fields of a `URLSession` answer.
    init(_ response: HTTPURLResponse) {
        var fields = HTTPFields()
        for (name, value) in response.allHeaderFields {
            guard let text = name as? String, let name = HTTPField.Name(text), let value = value as? String else {
                continue
            }
            fields.append(HTTPField(name: name, value: value))
        }
        self.init(status: .init(code: response.statusCode), headerFields: fields)
    }
}

extension TransportError {
    /// The error that a `URLSession` error means.
    ///
    /// Only its number is kept: its texts may hold the URL.
    init(urlSession error: any Error) {
        guard let error = error as? URLError else {
            self.init(.connection, "The request failed.", underlying: "\(type(of: error))")
            return
        }
        let cause = "URLError \(error.code.rawValue)"
        switch error.code {
        case .cancelled: self = .cancelled
        case .timedOut: self.init(.timedOut, "No complete answer came in time.", underlying: cause)
        case .badURL, .unsupportedURL: self.init(.invalidRequest, "The URL cannot be sent.", underlying: cause)
        case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateNotYetValid, .serverCertificateHasUnknownRoot, .clientCertificateRejected,
            .clientCertificateRequired:
            self.init(.tls, "No secure connection to the server.", underlying: cause)
        case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet, .dataNotAllowed,
            .internationalRoamingOff, .callIsActive:
            self.init(.unreachable, "No connection to the server.", underlying: cause)
        case .dataLengthExceedsMaximum:
            self.init(.tooLarge, "The answer is longer than the system accepts.", underlying: cause)
        default: self.init(.connection, "The connection was lost.", underlying: cause)
        }
    }
}
