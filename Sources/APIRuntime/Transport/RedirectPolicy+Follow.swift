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
        while true {
            do throws(TransportError) {
                let response = try await send(current)
                guard let next = try next(after: response.head, to: current, hop: hop) else {
                    return response.noting(hop: hop)
                }
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

extension TransportError {
    /// Returns the error with the number of redirects that were followed before the failed request.
    fileprivate func noting(hop: Int) -> TransportError {
        hop == 0 ? self : with(sent: SendAccount(sent.extent, hop: hop + sent.hop))
    }
}

extension TransportResponse {
    /// Returns the response; the errors of a body that arrives later contain the number of redirects.
    fileprivate func noting(hop: Int) -> TransportResponse {
        guard hop > 0, case .chunks(let chunks) = body else { return self }
        var copy = self
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
