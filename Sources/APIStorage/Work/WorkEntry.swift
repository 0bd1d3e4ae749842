public import APIRuntime
public import Foundation

/// An item of a ``WorkQueue`` with its history.
public struct WorkEntry<Item: Codable & Sendable>: Sendable, Identifiable, RedactedReflectable {
    /// A point in the life of an item.
    public enum State: String, Hashable, Sendable {
        /// It will be claimed when it is due.
        case waiting
        /// It was claimed, and the outcome is not known.
        case running
        /// It was given up; ``WorkQueue/retry(failed:)`` brings it back.
        case failed
        /// It is done, and its key remembered; it has no content any more.
        case finished
    }

    /// Name of the item, unique in its queue.
    public let key: String

    /// Group of the item, of which one is in flight at a time.
    public let group: String

    /// The content; `nil` for finished items, and when it was written by a version of the app that is not understood.
    public let item: Item?

    /// Where the item stands.
    public let state: State

    /// Count of the claims so far, those cut short by the end of the process among them; 0 or more.
    public let attempts: Int

    /// Time at which it was enqueued.
    public let enqueuedAt: Date

    /// Time from which it may be claimed.
    public let dueAt: Date

    /// Why the last attempt failed; `nil` when none has.
    public let cause: String?

    /// The key.
    public var id: String { key }
}

/// The right to work on one item, until it is finished, put back or given up.
public struct WorkClaim<Item: Codable & Sendable>: Sendable, RedactedReflectable {
    /// Name of the item.
    public let key: String

    /// Group of the item.
    public let group: String

    /// The content.
    public let item: Item

    /// Number of this attempt; 1 for the first.
    public let attempt: Int

    /// Time at which the item was enqueued.
    public let enqueuedAt: Date

    /// Tells this claim from all others.
    let ticket: WorkTicket
}
