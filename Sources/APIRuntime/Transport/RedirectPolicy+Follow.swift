extension RedirectPolicy {
    /// Sends a request and follows its redirects; the loop that all transports share.
    ///
    /// The request's timeout covers all hops together.
    ///
    /// - Parameters:
    ///   - request: The first request.
    ///   - send: Sends one request and follows nothing.
    /// - Returns: The last answer.
    /// - Throws: What `send` throws; ``TransportError/Code/redirectRefused`` for a redirect that is not followed.
    public func follow(
        _ request: TransportRequest,
        _ send: (TransportRequest) async throws(TransportError) -> TransportAnswer
    ) async throws(TransportError) -> TransportAnswer {
        let started = ContinuousClock.now
        var current = request
        var hop = 0
        while true {
            let answer = try await send(current)
            guard let next = try next(after: answer.head, to: current, hop: hop) else { return answer }
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
