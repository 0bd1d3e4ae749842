/// A response of the server, and whose credential it was sent with.
struct SentResponse: Sendable {
    let response: RawResponse
    let owners: [String]

    /// The owner of the response in the cache.
    ///
    /// - Parameter planned: The owner before the call was sent. It stays the owner while it is one of those whose
    ///   credentials were sent, and for calls without credentials.
    /// - Returns: The partition to store the response in; `nil` when it belongs to several that nobody asks for.
    func partition(or planned: String) -> String? {
        if owners.isEmpty || owners.contains(planned) || owners.joined(separator: "+") == planned { return planned }
        return owners.count == 1 && !owners[0].hasPrefix("*") ? owners[0] : nil
    }
}

extension SenderCore {
    /// Sends a call and gives up when its deadline passes, whatever stage it is in.
    func sendBounded(_ prepared: PreparedCall) async throws(CallFailure) -> SentResponse {
        guard let total = prepared.total else { return try await sendRetrying(prepared) }
        var bounded = prepared
        bounded.deadline = CallDeadline(after: total, clock: configuration.clock)
        return try await race(bounded, against: total).get()
    }

    private func race(_ prepared: PreparedCall, against total: Duration) async -> Result<SentResponse, CallFailure> {
        let clock = configuration.clock
        return await withTaskGroup(of: Result<SentResponse, CallFailure>.self) { group in
            group.addTask {
                do throws(CallFailure) {
                    return .success(try await self.sendRetrying(prepared))
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                do {
                    try await clock.sleep(for: total)
                    return .failure(.transport(TransportError(.timedOut, "The call's deadline passed.")))
                } catch {
                    return .failure(.cancelled)
                }
            }
            defer { group.cancelAll() }
            return await group.next() ?? .failure(.cancelled)
        }
    }

    /// Sends a call through the stages below the cache.
    private func sendRetrying(_ prepared: PreparedCall) async throws(CallFailure) -> SentResponse {
        var course = CallCourse()
        let response = try await sendRetrying(prepared, &course)
        return SentResponse(response: response, owners: course.owners)
    }
}
