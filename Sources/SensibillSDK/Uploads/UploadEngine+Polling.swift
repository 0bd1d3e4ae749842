import APIRuntime

extension UploadEngine {
    /// Requests the status of the documents whose turn it is, or waits for documents that are being read.
    func pollNext() async {
        pollingMayStart.reset()
        guard let records = try? store.records(of: owner) else { return await pause(pollingMayStart) }
        let pending = records.filter { $0.documentId != nil }
        let turn = polling.withLock { $0.next(of: pending.map(\.sourceId)) }
        guard !turn.isEmpty else { return await pollingMayStart.wait(atMost: nil, on: clock) }
        // While others wait for their turn, a response that is delayed by the service costs them time.
        let timeout = turn.count < pending.count ? min(policy.pollTimeout, 2) : policy.pollTimeout
        switch await poll(pending.filter { turn.contains($0.sourceId) }, timeout: timeout) {
        case .news: polling.withLock { $0.conditionsImproved() }
        case .noNews:
            polling.withLock { $0.conditionsImproved() }
            try? await clock.sleep(for: policy.pollInterval)
        case .failure:
            let failures = polling.withLock { $0.failed() }
            await pollingMayStart.wait(atMost: policy.delay(afterFailures: failures), on: clock)
        }
    }

    private enum PollOutcome {
        case news, noNews, failure
    }

    /// Requests the status of at most ten documents.
    private func poll(_ records: [UploadRecord], timeout: Int) async -> PollOutcome {
        do throws(UploadFailure) {
            let outcomes = try await api.outcomes(of: records.compactMap(\.documentId), timeout: timeout)
            var outcome = PollOutcome.noNews
            for record in records {
                guard let id = record.documentId, let isSuccess = outcomes[id] else { continue }
                outcome = .news
                await change(record.sourceId) { $0.processed(successfully: isSuccess) }
            }
            return outcome
        } catch .refused {
            return await pollSeparately(records, timeout: timeout)
        } catch {
            return .failure
        }
    }

    /// Requests the status of each document separately, so that a document that the service rejects does not block the
    /// others.
    private func pollSeparately(_ records: [UploadRecord], timeout: Int) async -> PollOutcome {
        guard records.count > 1 else {
            for record in records { await change(record.sourceId) { $0.processed(successfully: false) } }
            return .news
        }
        var outcome = PollOutcome.noNews
        for record in records where !Task.isCancelled {
            switch await poll([record], timeout: 1) {
            case .news: outcome = .news
            case .noNews: break
            case .failure: return .failure
            }
        }
        return outcome
    }
}

/// The order in which the status of documents is requested.
///
/// Makes decisions only; performs no work.
struct PollingOrder: Sendable {
    /// The largest number of documents in one request.
    static let batch = 10

    private var round = 0
    private var lastRounds: [String: Int] = [:]
    private var failures = 0

    /// Returns the documents to ask about next: those whose last turn is longest ago, the oldest documents first.
    ///
    /// - Parameter pending: All documents that are being read, the oldest first.
    /// - Returns: The documents of the next request.
    mutating func next(of pending: [String]) -> Set<String> {
        round += 1
        let known = lastRounds
        lastRounds = known.filter { pending.contains($0.key) }
        let turn = pending.enumerated()
            .sorted { (known[$0.element] ?? 0, $0.offset) < (known[$1.element] ?? 0, $1.offset) }
            .prefix(Self.batch).map(\.element)
        for sourceId in turn { lastRounds[sourceId] = round }
        return Set(turn)
    }

    /// Records that the next failure is the first one under the new conditions.
    mutating func conditionsImproved() {
        failures = 0
    }

    /// Records that a request failed.
    ///
    /// - Returns: The number of consecutive failures.
    mutating func failed() -> Int {
        failures += 1
        return failures
    }
}
