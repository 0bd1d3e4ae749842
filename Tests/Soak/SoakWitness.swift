import APIRuntime
import HTTPTypes

/// A transport in front of the real one that notes what each request came to.
final class SoakWitness: HTTPTransport {
    /// What is known of the requests so far.
    struct Notes: Sendable {
        /// Requests of all calls.
        var sent = 0
        /// Requests to change something.
        var asked = 0
        /// Changes whose success the server has told, by path.
        var changes: [String: Int] = [:]
        /// Changes that nobody knows of: the response was lost, behind the change or in front of it.
        var unknown: [String: Int] = [:]
        /// Requests to change something that followed one that the server may have acted on, within one call.
        var repeated = 0
        /// Renewals that gave a new pair.
        var renewals = 0
        /// The last requests of calls whose change is not known to have failed.
        var unsettled: Set<String> = []
    }

    /// Header field that tells the requests of one call.
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
            // The sandbox drops and cuts responses behind the operation; a kept connection may be closed in front of it.
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
