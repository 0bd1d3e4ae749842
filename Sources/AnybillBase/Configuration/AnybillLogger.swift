import APIRuntime
public import Logging

/// The module's log, which is disabled by default.
///
/// The log contains operations, statuses and durations; never a token, a body or a value of a call.
public enum AnybillLogger {
    private static let logger = LockedState<Logger?>(nil)

    /// Enables the log: call this method when the app is launched, before the first use of a provider.
    ///
    /// - Parameter level: The lowest level of messages to log.
    public static func initLogger(level: Logger.Level = .info) {
        var made = Logger(label: "anybill")
        made.logLevel = level
        logger.withLock { [made] in $0 = made }
    }

    /// The log; `nil` while it is disabled.
    static var current: Logger? { logger.withLock { $0 } }
}
