import APIRuntime
import AnybillServer
import HTTPTypes

/// What the backend remembers.
final class PartnerState: Sendable {
    private struct Content: Sendable {
        var events: [AnybillWebhook.Event] = []
        var known: Set<String> = []
        var partner: AnybillPartnerClient?
    }

    private let content = LockedState(Content())

    /// The messages so far.
    var events: [AnybillWebhook.Event] { content.withLock { $0.events } }

    /// The way to the service; `nil` before it is connected.
    var partner: AnybillPartnerClient? { content.withLock { $0.partner } }

    /// Connects the service.
    func connect(_ partner: AnybillPartnerClient) { content.withLock { $0.partner = partner } }

    /// Notes a message; one about a receipt that is known already came twice.
    func note(_ event: AnybillWebhook.Event) {
        content.withLock { content in
            if content.known.insert(event.receiptId).inserted { content.events.append(event) }
        }
    }
}

extension HTTPField.Name {
    /// The field with the key of a webhook.
    static var apiKey: HTTPField.Name {
        guard let name = HTTPField.Name("X-API-KEY") else { preconditionFailure("A name of letters and hyphens.") }
        return name
    }
}
