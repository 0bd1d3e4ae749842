@_spi(Generated) import APIRuntime
import HTTPTypes

/// A transport that passes requests to another one and records their results.
final class SoakWitness: HTTPTransport {
    /// The recorded results.
    struct Notes: Sendable {
        /// The number of requests of all calls.
        var sent = 0
        /// The number of requests for a change.
        var asked = 0
        /// The number of changes that the server confirmed, by path.
        var changes: [String: Int] = [:]
        /// The number of changes with an unknown result, by path: the connection was lost before or after the change.
        var unknown: [String: Int] = [:]
        /// The number of repeated requests for a change within one call, after a request that the server may have
        /// processed.
        var repeated = 0
        /// The number of renewals that returned a new pair.
        var renewals = 0
        /// The identifiers of the calls whose change may have been made.
        var unsettled: Set<String> = []
    }

    /// The header field that identifies the requests of one call.
    static let callField = HTTPField.Name("X-Soak-OperationCall") ?? .from

    private let next: any HTTPTransport
    private let notes = LockedState(Notes())

    init(_ next: any HTTPTransport) {
        self.next = next
    }

    var current: Notes { notes.withLock { $0 } }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let path = String(request.head.path?.prefix { $0 != "?" } ?? "")
        let change = request.head.method == .post && path.hasPrefix("/api/") ? path : nil
        let call = request.head.headerFields[Self.callField] ?? ""
        notes.withLock { notes in
            notes.sent += 1
            if change != nil { notes.asked += 1 }
            if change != nil, notes.unsettled.contains(call) { notes.repeated += 1 }
        }
        do {
            let response = try await next.send(request)
            let isSuccess = (200..<300).contains(response.head.status.code)
            notes.withLock { notes in
                if isSuccess, change == nil, request.head.method == .post { notes.renewals += 1 }
                if isSuccess, let change { notes.changes[change, default: 0] += 1 }
                if isSuccess, change != nil { notes.unsettled.insert(call) }
            }
            return response
        } catch {
            // The sandbox drops and truncates responses after the operation; a kept connection may be closed before it.
            if let change, error.code == .connection || error.code == .timedOut {
                notes.withLock { notes in
                    notes.unknown[change, default: 0] += 1
                    notes.unsettled.insert(call)
                }
            }
            throw error
        }
    }
}
