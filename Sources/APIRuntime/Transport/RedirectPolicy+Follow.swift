extension RedirectPolicy {
    /// Sends a request and follows its redirects, for all transports.
    ///
    /// The request's timeout limits all hops together.
    ///
    /// - Parameters:
    ///   - request: The first request.
    ///   - send: Sends one request without following redirects.
    /// - Returns: The last response.
    /// - Throws: The error of `send`; ``TransportError/Code/redirectRefused`` for a redirect that must not be followed.
    public func follow(
        _ request: TransportRequest,
        _ send: (TransportRequest) async throws(TransportError) -> TransportResponse
    ) async throws(TransportError) -> TransportResponse {
        let started = ContinuousClock.now
        var current = request
        var hop = 0
        while true {
            let response = try await send(current)
            guard let next = try next(after: response.head, to: current, hop: hop) else { return response }
            current = next
            hop += 1
            if let timeout = request.timeout {
                let left = timeout - started.duration(to: .now)
                guard left > .zero else { throw .timedOut }
                current.timeout = left
            }
        }
    }
}
