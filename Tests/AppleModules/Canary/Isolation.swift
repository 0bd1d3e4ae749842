// swift-format-ignore-file
// Code that uses isolated declarations and values that are not Sendable from everywhere.
import Network

@MainActor func isolated() {}

func anywhere() {
    isolated()  // error: call to main actor-isolated global function 'isolated()' in a synchronous nonisolated context
}

func captured(_ monitor: NWPathMonitor) {
    let cancel: @Sendable () -> Void = { monitor.cancel() }  // error: with non-Sendable type 'NWPathMonitor' in a '@Sendable' closure
    cancel()
}
