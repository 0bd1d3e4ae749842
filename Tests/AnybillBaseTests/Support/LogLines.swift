import APIRuntime
import Logging

/// The lines of a log.
final class LogLines: Sendable {
    private let kept = LockedState<[String]>([])

    var all: [String] { kept.withLock { $0 } }

    /// A handler that records messages with their metadata.
    struct Handler: LogHandler {
        let lines: LogLines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            lines.kept.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") }
        }
    }
}
