import Logging

/// The logger and the observer of a client.
///
/// The log contains no bodies, header fields, query values or path values.
struct CallLog: Sendable {
    let logger: Logger?
    let observer: (any CallObserver)?

    /// Whether there is neither a logger nor an observer.
    var isSilent: Bool { logger == nil && observer == nil }

    /// Reports an event: failures and server errors as notices, all others as debug messages.
    func note(_ event: CallEvent) {
        observer?.observe(event)
        guard let logger else { return }
        let isTrouble = event.failure != nil || (event.status ?? 0) >= 500
        logger.log(level: isTrouble ? .notice : .debug, "\(message(event))", metadata: metadata(event))
    }

    /// Reports the invalid array elements that were skipped in a response.
    func note(skipped: [DecodingFailure], in operation: String) {
        observer?.observe(skipped: skipped, operation: operation)
        logger?.warning("\(operation): omitted \(skipped.count) elements", metadata: ["first": "\(skipped[0])"])
    }

    private func message(_ event: CallEvent) -> String {
        let result = event.status.map(String.init) ?? event.failure?.rawValue ?? "no response"
        return "\(event.operation): \(event.method) \(event.path) → \(result)"
    }

    private func metadata(_ event: CallEvent) -> Logger.Metadata {
        var metadata: Logger.Metadata = [
            "attempt": "\(event.attempt)",
            "bytes": "\(event.bytes)",
            "duration": "\(event.duration)",
        ]
        if let cache = event.cache { metadata["cache"] = "\(cache.rawValue)" }
        return metadata
    }
}
