import APIRuntime
public import Logging

/// The module's log, silent until the app asks for it.
///
/// It names operations, statuses and durations; never a token, a body or a value of a call.
public enum AnybillLogger {
    private static let logger = LockedState<Logger?>(nil)

    /// Turns the log on: call it when the app is launched, before the first use of a provider.
    ///
    /// - Parameter level: Least important messages to log.
    public static func initLogger(level: Logger.Level = .info) {
        var made = Logger(label: "anybill")
        made.logLevel = level
        logger.withLock { [made] in $0 = made }
    }

    /// The log; `nil` while it is off.
    static var current: Logger? { logger.withLock { $0 } }
}
