import AnybillAPI
import Foundation

@testable import AnybillBase

/// A request on its way between a process and the service.
struct LifeFlight {
    let effect: SyncEffect
    /// The user of the request.
    let user: Int
    /// The event of the response; `nil` while the service has not performed the request.
    var response: SyncEvent?

    /// Returns the event of a failed request; `nil` for effects that are no requests.
    func failure(_ kind: CallFault.Kind) -> SyncEvent? {
        let fault = CallFault(kind, AnybillDefaultError(type: .networkError, code: 0))
        return switch effect {
        case .fetch(let read, _): .pageEnded(read: read, .failure(fault))
        case .read(let read, _): .receiptEnded(read: read, .failure(fault))
        case .send(let number, _, _): .editEnded(number: number, .fault(fault))
        default: nil
        }
    }
}

/// An edit as the user experienced it.
struct LifeEdit {
    let user: Int
    let change: ReceiptChange
    let ids: [String]
    var outcome: SyncOutcome?
}

/// A process of an app or of its extension.
struct LifeProcess {
    let device: Int
    let keepsEdits: Bool
    var sync: StoredSync
    /// The number of the login that the process uses; `nil` if no user was logged in when it looked.
    var login: Int?
    var flights: [Int: LifeFlight] = [:]
    /// Whether the process cannot write its store, as if its disk were full.
    var isFailing = false
    /// Whether other processes do not see the edits of the process.
    var isCutOff: Bool { isFailing || sync.store?.isTemporary == true }
    /// Whether the process looks at the edits of others soon.
    var isWatching = false
}

/// A device with a folder that its processes share.
struct LifeDevice {
    let folder = TemporaryFolder()
    var user: Int?
    var login: Int?
    var isOnline = true

    /// The folder of the current login.
    var place: URL? { login.map { folder.url.appendingPathComponent("\($0)") } }
}
