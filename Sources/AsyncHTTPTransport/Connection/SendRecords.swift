import APIRuntime

/// The extent to which one request was sent, recorded by its connection.
final class SendRecord: Sendable {
    private let state = LockedState((extent: SendAccount.Extent.nothing, isSealed: false))

    /// Records an extent; a smaller one than before has no effect.
    ///
    /// - Returns: Whether the connection may send this part: a request that has failed as unsent must not start later.
    func note(_ extent: SendAccount.Extent) -> Bool {
        state.withLock { state in
            guard !state.isSealed || state.extent > .nothing else { return false }
            state.extent = max(state.extent, extent)
            return true
        }
    }

    /// Returns the largest recorded extent; a request that was not sent before can no longer be sent.
    func seal() -> SendAccount.Extent {
        state.withLock { state in
            state.isSealed = true
            return state.extent
        }
    }
}

/// The records of the requests in flight.
///
/// AsyncHTTPClient does not say which request a connection sends. Each request therefore carries its number in a header
/// field, which the connection removes before the request is encoded.
final class SendRecords: Sendable {
    /// The records of all clients.
    static let shared = SendRecords()

    /// The header field with the number; it never leaves the process.
    static let fieldName = "x-specwright-send-record"

    private struct State: Sendable {
        var next: UInt64 = 0
        var records: [String: SendRecord] = [:]
    }

    private let state = LockedState(State())

    /// Creates a record and returns it with its number.
    func add() -> (number: String, record: SendRecord) {
        state.withLock { state in
            state.next += 1
            let number = String(state.next)
            let record = SendRecord()
            state.records[number] = record
            return (number, record)
        }
    }

    /// Returns the record with a number; `nil` after its request has ended.
    func record(_ number: String) -> SendRecord? {
        state.withLock { $0.records[number] }
    }

    /// Removes a record.
    func remove(_ number: String) {
        _ = state.withLock { $0.records.removeValue(forKey: number) }
    }
}
