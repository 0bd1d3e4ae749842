import APIRuntime
public import AppCoinsSDK

/// A sheet whose events are given by code, for tests and for presenters that play the page.
public final class PlayedSheet: CheckoutSheet {
    /// What happens on the page.
    public let events: AsyncStream<CheckoutEvent>

    private let continuation: AsyncStream<CheckoutEvent>.Continuation
    private let seen = LockedState(Seen())

    private struct Seen: Sendable {
        var links: [String] = []
        var redirections: [CheckoutRedirection] = []
        var isClosed = false
    }

    /// Creates a sheet on which some events happen at once; others follow with ``play(_:)``.
    public init(_ first: [CheckoutEvent] = []) {
        (events, continuation) = AsyncStream.makeStream()
        first.forEach { continuation.yield($0) }
    }

    /// Lets something happen on the page.
    public func play(_ event: CheckoutEvent) {
        continuation.yield(event)
    }

    /// The links that the page was given, in order.
    public var links: [String] { seen.withLock { $0.links } }

    /// Where the buyer was sent, in order.
    public var redirections: [CheckoutRedirection] { seen.withLock { $0.redirections } }

    /// Whether the SDK has taken the sheet away.
    public var isClosed: Bool { seen.withLock { $0.isClosed } }

    /// Notes the link.
    public func forward(_ link: String) async { seen.withLock { $0.links.append(link) } }

    /// Notes the redirection.
    public func follow(_ redirect: CheckoutRedirection) async { seen.withLock { $0.redirections.append(redirect) } }

    /// Ends the events.
    public func close() async {
        seen.withLock { $0.isClosed = true }
        continuation.finish()
    }
}
