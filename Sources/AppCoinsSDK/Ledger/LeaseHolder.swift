import APIRuntime
import FileSupport
import Foundation

/// The holder of the leases of one instance, which recognizes leases whose process has ended.
///
/// At most one instance at a time owns the folder of the environment. The system ends the ownership with the process, so
/// for the owner, the leases of all former owners are void. Leases of other instances end with their time.
final class LeaseHolder: Sendable {
    private static let ownerMark = "owner:"

    private let identifier = UUID().uuidString
    private let path: String?
    private let right = LockedState<FileLockRight?>(nil)

    /// Creates a holder that owns nothing.
    ///
    /// - Parameter folder: The folder to own; `nil` if there is none.
    init(folder: URL? = nil) {
        path = folder?.appendingPathComponent("purchase-ledger.owner").path
    }

    /// Returns a new identifier for one lease, so that two tasks of an instance exclude each other as well.
    func ticket() -> String { "\(name)/\(UUID().uuidString)" }

    /// Returns whether a lease is that of a former owner, whose process has ended.
    func isGone(_ ticket: String) -> Bool {
        let name = name
        return name.hasPrefix(Self.ownerMark) && ticket.hasPrefix(Self.ownerMark) && !ticket.hasPrefix("\(name)/")
    }

    /// Ends the ownership, as the end of the process does.
    func release() { right.withLock { $0 = nil } }

    /// The name of the instance in leases; takes the ownership if it is free.
    private var name: String {
        let isOwner = right.withLock { right in
            if right == nil, let path { right = try? FileLock(path: path).tryAcquire() }
            return right != nil
        }
        return isOwner ? Self.ownerMark + identifier : identifier
    }
}
