import APIRuntime

extension UploadEngine {
    /// Requests the status of the documents whose turn it is, or waits for documents that are being read.
    func pollNext() async {
        pollingMayStart.reset()
        guard let records = try? store.records(of: owner) else { return await pause(pollingMayStart) }
        let pending = records.filter { $0.documentId != nil }
        let turn = polling.withLock { $0.next(of: pending.map(\.sourceId)) }
        guard !turn.isEmpty else { return await pollingMayStart.wait(atMost: nil, on: clock) }
        let tokenNumber = tokenNumber
        polling.withLock { $0.streak.begin(tokenNumber) }
        // While others wait for their turn, a response that is delayed by the service costs them time.
        let timeout = turn.count < pending.count ? min(policy.pollTimeout, 2) : policy.pollTimeout
        switch await poll(pending.filter { turn.contains($0.sourceId) }, timeout: timeout) {
        case .news: polling.withLock { $0.streak.end() }
        case .noNews:
            polling.withLock { $0.streak.end() }
            try? await clock.sleep(for: policy.pollInterval)
        case .failure(let tokenFault):
            let failures = polling.withLock { $0.streak.failed(tokenFault) }
            // A token that has changed since the failure found no streak that it could end.
            tokenChanged()
            await pollingMayStart.wait(atMost: policy.delay(afterFailures: failures), on: clock)
        }
    }

    private enum PollOutcome {
        case news, noNews
        case failure(TokenFault?)
    }

    /// Requests the status of at most ten documents.
    private func poll(_ records: [UploadRecord], timeout: Int) async -> PollOutcome {
        do throws(UploadFailure) {
            return try await ask(about: records, timeout: timeout) ? .news : .noNews
        } catch .refused where records.count > 1 {
            return await pollSeparately(records)
        } catch {
            return .failure(error.tokenFault)
        }
    }

    /// Requests the status of documents and stores what the service responds.
    ///
    /// - Returns: Whether one of them has been processed.
    private func ask(about records: [UploadRecord], timeout: Int) async throws(UploadFailure) -> Bool {
        let outcomes = try await api.outcomes(of: records.compactMap(\.documentId), timeout: timeout)
        var hasNews = false
        for record in records {
            guard let id = record.documentId, let isSuccess = outcomes[id] else { continue }
            hasNews = true
            await change(record.sourceId) { $0.processed(successfully: isSuccess) }
        }
        return hasNews
    }

    /// Requests the status of each document separately, so that a document that the service refuses to speak about does
    /// not block the others.
    private func pollSeparately(_ records: [UploadRecord]) async -> PollOutcome {
        do throws(UploadFailure) {
            let (hasNews, refused) = try await askSeparately(about: records)
            // While the service refuses every request, that says nothing about a document.
            guard refused.count < records.count else { return .failure(nil) }
            // Now that it has responded to another one, a second refusal is about the document.
            let (hasMoreNews, failed) = try await askSeparately(about: refused)
            for record in failed { await change(record.sourceId) { $0.processed(successfully: false) } }
            return hasNews || hasMoreNews || !failed.isEmpty ? .news : .noNews
        } catch {
            return .failure(error.tokenFault)
        }
    }

    /// Requests the status of each document separately.
    ///
    /// - Returns: Whether one of them has been processed, and the documents whose requests the service refused.
    private func askSeparately(
        about records: [UploadRecord]
    ) async throws(UploadFailure) -> (hasNews: Bool, refused: [UploadRecord]) {
        var (hasNews, refused) = (false, [UploadRecord]())
        for record in records {
            guard !Task.isCancelled else { throw .stopped }
            do throws(UploadFailure) {
                if try await ask(about: [record], timeout: 1) { hasNews = true }
            } catch .refused {
                refused.append(record)
            }
        }
        return (hasNews, refused)
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

    /// The consecutive requests that failed.
    var streak = FailureStreak()

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
}
