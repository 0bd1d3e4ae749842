import HTTPTypes

extension RedirectPolicy {
    /// Sends a request and follows its redirects, for all transports.
    ///
    /// The request's timeout limits all hops together.
    ///
    /// - Parameters:
    ///   - request: The first request.
    ///   - send: Sends one request without following redirects.
    /// - Returns: The last response.
    /// - Throws: The error of `send` with the number of the redirect in ``TransportError/sent``;
    ///   ``TransportError/Code/redirectRefused`` for a redirect that must not be followed.
    public func follow(
        _ request: TransportRequest,
        _ send: (TransportRequest) async throws(TransportError) -> TransportResponse
    ) async throws(TransportError) -> TransportResponse {
        let started = ContinuousClock.now
        var current = request
        var hop = 0
        var trace = RedirectTrace()
        while true {
            do throws(TransportError) {
                let response = try await send(current)
                guard let next = try next(after: response.head, to: current, hop: hop) else {
                    return response.noting(trace)
                }
                trace.note(from: current.head, to: next.head)
                current = next
                if let timeout = request.timeout {
                    let left = timeout - started.duration(to: .now)
                    guard left > .zero else { throw .timedOut }
                    current.timeout = left
                }
            } catch {
                throw error.noting(hop: hop)
            }
            hop += 1
        }
    }
}

/// The redirects between the request of a call and its response.
struct RedirectTrace: Hashable, Sendable {
    /// The number of redirects.
    private(set) var count = 0

    /// Whether a redirect led to another origin, which received no credential.
    private(set) var leavesOrigin = false

    /// The methods and URLs of the requests behind redirects, without header fields.
    private(set) var targets: [HTTPRequest] = []

    /// Records a redirect.
    mutating func note(from head: HTTPRequest, to next: HTTPRequest) {
        count += 1
        var target = next
        target.headerFields = HTTPFields()
        targets.append(target)
        guard head.scheme != next.scheme || head.authority != next.authority else { return }
        guard let from = ServerBase(origin: head), let to = ServerBase(origin: next), from.isSameOrigin(as: to) else {
            return leavesOrigin = true
        }
    }
}

extension TransportError {
    /// Returns the error with the number of redirects that were followed before the failed request.
    fileprivate func noting(hop: Int) -> TransportError {
        guard hop > 0 else { return self }
        // The server chose the invalid request, and not the caller.
        let code = code == .invalidRequest ? .redirectRefused : code
        let account = SendAccount(sent.extent, hop: hop + sent.hop)
        return TransportError(code, message, underlying: underlying, sent: account)
    }
}

extension TransportResponse {
    /// Returns the response; the errors of a body that arrives later contain the number of redirects.
    fileprivate func noting(_ trace: RedirectTrace) -> TransportResponse {
        let hop = trace.count
        guard hop > 0 else { return self }
        var copy = self
        copy.redirects = trace
        guard case .chunks(let chunks) = body else { return copy }
        copy.body = .chunks(
            BodyChunks {
                var iterator = chunks.makeAsyncIterator()
                do {
                    return try await iterator.next()
                } catch let error as TransportError {
                    throw error.noting(hop: hop)
                }
            }
        )
        return copy
    }
}
