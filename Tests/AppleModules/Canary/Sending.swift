// swift-format-ignore-file
// Code that sends a value that is not Sendable to another task, and continues to use it.
import Network

func sent(_ monitor: NWPathMonitor) {
    Task { monitor.cancel() }  // error: passing closure as a 'sending' parameter risks causing data races
    monitor.cancel()
}
