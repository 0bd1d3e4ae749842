import APIRuntime
import AnybillServer
import HTTPTypes

/// The state of the backend.
final class PartnerState: Sendable {
    private struct Content: Sendable {
        var events: [AnybillWebhook.Event] = []
        var known: Set<String> = []
        var partner: AnybillPartnerClient?
    }

    private let content = LockedState(Content())

    /// The received messages so far.
    var events: [AnybillWebhook.Event] { content.withLock { $0.events } }

    /// The client of the service; `nil` before it is connected.
    var partner: AnybillPartnerClient? { content.withLock { $0.partner } }

    /// Sets the client of the service.
    func connect(_ partner: AnybillPartnerClient) { content.withLock { $0.partner = partner } }

    /// Records a message, unless one about the same receipt was already received.
    func note(_ event: AnybillWebhook.Event) {
        content.withLock { content in
            if content.known.insert(event.receiptId).inserted { content.events.append(event) }
        }
    }
}

extension HTTPField.Name {
    /// The header field that contains the key of a webhook.
    static var apiKey: HTTPField.Name {
        guard let name = HTTPField.Name("X-API-KEY") else { preconditionFailure("A name of letters and hyphens.") }
        return name
    }
}
