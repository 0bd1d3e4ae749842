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
        var outcome = await poll(pending.filter { turn.contains($0.sourceId) }, timeout: timeout)
        // Nobody else waits, so that the next request need not be soon.
        if case .noNews = outcome, polling.withLock({ $0.hasErrors(aboutAll: pending.map(\.sourceId)) }) {
            outcome = .failure(nil)
        }
        switch outcome {
        case .news: polling.withLock { $0.streak.end() }
        case .noNews:
            polling.withLock { $0.streak.end() }
            try? await clock.sleep(for: policy.pollInterval.sleepable)
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
        var errors: [UploadRecord] = []
        for record in records {
            guard let id = record.documentId else { continue }
            switch outcomes[id] {
            case .success, .failure:
                hasNews = true
                await change(record.sourceId) { $0.processed(successfully: outcomes[id] == .success) }
            case .error: errors.append(record)
            case nil: polling.withLock { $0.noError(about: record.sourceId) }
            }
        }
        for record in errors {
            if try await endsByError(record) { hasNews = true }
        }
        return hasNews
    }

    /// Looks up a document about which the service has reported an error instead of a status, and ends it if the service
    /// no longer has it.
    ///
    /// - Returns: Whether the document has ended or has another id.
    private func endsByError(_ record: UploadRecord) async throws(UploadFailure) -> Bool {
        let sourceId = record.sourceId
        guard polling.withLock({ $0.error(about: sourceId) }) else { return false }
        guard let id = try await uploadedDocument(sourceId) else {
            guard polling.withLock({ $0.missed(sourceId) }) else { return false }
            return await change(sourceId) { $0.processed(successfully: false) }
        }
        polling.withLock { $0.found(sourceId) }
        guard id != record.documentId else { return false }
        return await change(sourceId) { $0.moved(to: id) }
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

    /// The number of lookups in a row that find nothing, after which a document with errors ends.
    static let lookups = 4

    /// The errors that the service has reported about a document instead of its status.
    private struct Errors {
        var count = 0
        var misses = 0
    }

    private var round = 0
    private var lastRounds: [String: Int] = [:]
    private var errors: [String: Errors] = [:]

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
        errors = errors.filter { pending.contains($0.key) }
        let turn = pending.enumerated()
            .sorted { (known[$0.element] ?? 0, $0.offset) < (known[$1.element] ?? 0, $1.offset) }
            .prefix(Self.batch).map(\.element)
        for sourceId in turn { lastRounds[sourceId] = round }
        return Set(turn)
    }

    /// Records that the service has reported an error about a document.
    ///
    /// - Returns: Whether the document is to be looked up: at the first, second, fourth, eighth … error in a row, so that
    ///   the lookups are spread over time.
    mutating func error(about sourceId: String) -> Bool {
        errors[sourceId, default: Errors()].count += 1
        return errors[sourceId]?.count.nonzeroBitCount == 1
    }

    /// Records that a response contains no error about a document.
    mutating func noError(about sourceId: String) {
        errors[sourceId] = nil
    }

    /// Records that a lookup has found a document.
    mutating func found(_ sourceId: String) {
        errors[sourceId]?.misses = 0
    }

    /// Records that a lookup has not found a document.
    ///
    /// - Returns: Whether the service certainly no longer has the document.
    mutating func missed(_ sourceId: String) -> Bool {
        errors[sourceId, default: Errors()].misses += 1
        return (errors[sourceId]?.misses ?? 0) >= Self.lookups
    }

    /// Returns whether the last responses about all of the documents were errors.
    func hasErrors(aboutAll pending: [String]) -> Bool {
        pending.allSatisfy { errors[$0] != nil }
    }
}
