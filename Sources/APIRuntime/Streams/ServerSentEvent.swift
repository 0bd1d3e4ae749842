/// An event of a server that sends them as they happen (`text/event-stream`).
public struct ServerSentEvent<Value: Sendable>: Sendable {
    /// Kind of the event; `message` when the server names none.
    public let name: String

    /// Number or name of the last event that had one; `nil` before the first.
    ///
    /// To go on behind this event later, give it as ``StreamOptions/lastEventID``.
    public let id: String?

    /// What the event says.
    public let value: Value

    /// Creates an event.
    public init(name: String = "message", id: String? = nil, value: Value) {
        self.name = name
        self.id = id
        self.value = value
    }
}

extension ServerSentEvent: Equatable where Value: Equatable {}
extension ServerSentEvent: Hashable where Value: Hashable {}
