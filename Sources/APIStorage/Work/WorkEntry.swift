public import APIRuntime
public import Foundation

/// An item of a ``WorkQueue`` with its history.
public struct WorkEntry<Item: Codable & Sendable>: Sendable, Identifiable, RedactedReflectable {
    /// A state of an item in the queue.
    public enum State: String, Hashable, Sendable {
        /// The item can be claimed when it is due.
        case waiting
        /// The item was claimed, and the outcome is not known yet.
        case running
        /// The item was given up; ``WorkQueue/retry(failed:)`` puts it back into the queue.
        case failed
        /// The item is done.
        ///
        /// Its key is remembered, but its content is deleted.
        case finished
    }

    /// The name of the item, unique in its queue.
    public let key: String

    /// The group of the item.
    ///
    /// At most one item of a group is in progress at a time.
    public let group: String

    /// The content; `nil` for finished items, and if it was written by a version of the app whose format cannot be
    /// decoded.
    public let item: Item?

    /// The state of the item.
    public let state: State

    /// The number of claims so far, including those interrupted by the end of the process; 0 or more.
    public let attempts: Int

    /// The time at which the item was enqueued.
    public let enqueuedAt: Date

    /// The earliest time at which the item may be claimed.
    public let dueAt: Date

    /// The reason why the last attempt failed; `nil` if none has failed.
    public let cause: String?

    /// The key.
    public var id: String { key }
}

/// An exclusive claim on one item, valid until the item is finished, postponed or given up.
public struct WorkClaim<Item: Codable & Sendable>: Sendable, RedactedReflectable {
    /// The name of the item.
    public let key: String

    /// The group of the item.
    public let group: String

    /// The content.
    public let item: Item

    /// The number of this attempt; 1 for the first.
    public let attempt: Int

    /// The time at which the item was enqueued.
    public let enqueuedAt: Date

    /// The ticket that distinguishes this claim from all others.
    let ticket: WorkTicket
}
