import APIRuntime
public import AppCoinsSDK

/// A checkout sheet whose events your code produces, for tests and for presenters that simulate the page.
public final class PlayedSheet: CheckoutSheet {
    /// The events of the page.
    public let events: AsyncStream<CheckoutEvent>

    private let continuation: AsyncStream<CheckoutEvent>.Continuation
    private let seen = LockedState(Seen())

    /// The calls that the sheet has received.
    private struct Seen: Sendable {
        var links: [String] = []
        var redirections: [CheckoutRedirection] = []
        var isClosed = false
    }

    /// Creates a sheet with initial events; ``play(_:)`` adds further ones.
    public init(_ first: [CheckoutEvent] = []) {
        (events, continuation) = AsyncStream.makeStream()
        first.forEach { continuation.yield($0) }
    }

    /// Adds an event.
    public func play(_ event: CheckoutEvent) {
        continuation.yield(event)
    }

    /// The links that the page has received, in order.
    public var links: [String] { seen.withLock { $0.links } }

    /// The redirections that were requested, in order.
    public var redirections: [CheckoutRedirection] { seen.withLock { $0.redirections } }

    /// Whether the SDK has closed the sheet.
    public var isClosed: Bool { seen.withLock { $0.isClosed } }

    /// Records the link.
    public func forward(_ link: String) async { seen.withLock { $0.links.append(link) } }

    /// Records the redirection.
    public func follow(_ redirect: CheckoutRedirection) async { seen.withLock { $0.redirections.append(redirect) } }

    /// Ends the stream of events.
    public func close() async {
        seen.withLock { $0.isClosed = true }
        continuation.finish()
    }
}
