import AppCoinsAPI
import Foundation

/// A link to purchase a product whose product has not been read yet.
struct IntentLink: Sendable, Hashable, Codable, Identifiable {
    /// The identifier of the intent that the link becomes.
    var id = UUID().uuidString
    /// The product.
    let sku: String
    /// The OEM of the link; `nil` for none.
    let oemID: String?
    /// The discount of the link, in its string form; `nil` for none.
    let discountPolicy: String?
    /// The time at which the link was opened; the latest one of identical links.
    private(set) var timestamp: Date
    /// Whether the service has responded that it does not know the product; `nil` in links of earlier versions.
    private(set) var isProductUnknown: Bool?

    /// Creates a link whose product has not been read.
    init(sku: String, oemID: String?, discountPolicy: String?, timestamp: Date) {
        self.sku = sku
        self.oemID = oemID
        self.discountPolicy = discountPolicy
        self.timestamp = timestamp
    }

    /// Returns whether the link can no longer become an intent.
    func isExpired(at date: Date) -> Bool { date.timeIntervalSince(timestamp) >= PurchaseIntent.lifetime }

    /// Returns whether both links express the same intent.
    func isRepetition(of other: IntentLink) -> Bool {
        sku == other.sku && oemID == other.oemID && discountPolicy == other.discountPolicy
    }

    /// Returns whether the link expresses an intent again.
    func isRepetition(of intent: PurchaseIntent) -> Bool {
        sku == intent.product.sku && oemID == intent.oemID && discountPolicy == intent.discountPolicy
    }

    /// Takes the time of a repetition, and forgets what the service responded before.
    mutating func renew(as repetition: IntentLink) {
        timestamp = repetition.timestamp
        isProductUnknown = nil
    }

    /// Records that the service does not know the product.
    mutating func markUnknown() { isProductUnknown = true }
}

/// An error for a link that is not stored, because too many wait.
struct TooManyIntents: Error, CustomStringConvertible {
    let description = "too many purchase links wait for the app"
}

/// The stored state of purchase intents, which all processes of the app share.
///
/// A value without side effects.
struct IntentRecord: Sendable, Hashable, Codable {
    /// An intent that was neither confirmed nor rejected.
    struct Waiting: Sendable, Hashable, Codable {
        /// The intent.
        let intent: PurchaseIntent
        /// Whether an observer has received it.
        var isRead: Bool
    }

    /// An intent that was confirmed or rejected.
    struct Used: Sendable, Hashable, Codable {
        /// The identifier of the intent.
        let id: String
        /// The time at which it was used.
        let date: Date
    }

    /// The links without a product, oldest first.
    private(set) var links: [IntentLink] = []
    /// The intents that can be confirmed, oldest first.
    private(set) var waiting: [Waiting] = []
    /// The intents that were confirmed or rejected, oldest first.
    private(set) var used: [Used] = []

    /// The largest number of links and intents that are kept, because a web page can open links without limit.
    ///
    /// At this number, no further link is accepted. Accepted links and intents are kept until they are read or expire.
    static let maximum = 500

    /// The latest intent; `nil` if there is none.
    var pending: PurchaseIntent? { waiting.last?.intent }

    /// Adds a link, or renews the one that it repeats.
    ///
    /// A link that repeats an unread intent becomes that intent again, with its present price and the later time.
    ///
    /// At the limit, the oldest link whose product is unknown makes room.
    ///
    /// - Returns: The stored link; `nil` if there are too many.
    mutating func add(_ link: IntentLink) -> IntentLink? {
        if let index = links.firstIndex(where: link.isRepetition) {
            links[index].renew(as: link)
            return links[index]
        }
        if let repeated = waiting.first(where: { !$0.isRead && link.isRepetition(of: $0.intent) }) {
            var link = link
            link.id = repeated.intent.id
            links.append(link)
            return link
        }
        if links.count + waiting.count >= Self.maximum {
            guard let unknown = links.firstIndex(where: { $0.isProductUnknown == true }) else { return nil }
            links.remove(at: unknown)
        }
        links.append(link)
        return link
    }

    /// Records that the service does not know the product of a link.
    mutating func markUnknown(_ id: String) {
        if let index = links.firstIndex(where: { $0.id == id }) { links[index].markUnknown() }
    }

    /// Adds or renews an intent and removes its link; does nothing else if the intent was used or read.
    mutating func arrive(_ intent: PurchaseIntent, isRead: Bool) {
        links.removeAll { $0.id == intent.id }
        guard !isUsed(intent.id) else { return }
        if let index = waiting.firstIndex(where: { $0.intent.id == intent.id }) {
            if !waiting[index].isRead { waiting[index] = Waiting(intent: intent, isRead: isRead) }
            return
        }
        // An intent that an observer has received is replaced by the next one.
        waiting.removeAll { $0.isRead }
        waiting.append(Waiting(intent: intent, isRead: isRead))
    }

    /// Records that an observer has received intents.
    mutating func read(_ ids: Set<String>) {
        for index in waiting.indices where ids.contains(waiting[index].intent.id) { waiting[index].isRead = true }
        let last = waiting.last?.intent.id
        waiting.removeAll { $0.isRead && $0.intent.id != last }
    }

    /// Marks an intent as used.
    ///
    /// - Returns: `false` if it was used or has expired.
    mutating func use(_ intent: PurchaseIntent, now: Date) -> Bool {
        waiting.removeAll { $0.intent.id == intent.id }
        guard !isUsed(intent.id), !intent.isExpired(at: now) else { return false }
        used.append(Used(id: intent.id, date: now))
        return true
    }

    /// Returns whether an intent was confirmed or rejected.
    func isUsed(_ id: String) -> Bool { used.contains { $0.id == id } }

    /// Removes what has expired; a used intent is remembered for a day, in case clocks change.
    mutating func sweep(now: Date) {
        links.removeAll { $0.isExpired(at: now) }
        waiting.removeAll { $0.intent.isExpired(at: now) }
        used.removeAll { now.timeIntervalSince($0.date) > 86_400 }
    }
}
