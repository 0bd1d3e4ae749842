/// An event of a `text/event-stream` response.
public struct ServerSentEvent<Value: Sendable>: Sendable {
    /// Name of the event; `message` when the server sends none.
    public let name: String

    /// Identifier of the last event that has one; `nil` before the first.
    ///
    /// Set ``StreamOptions/lastEventID`` to it to resume after this event.
    public let id: String?

    /// The decoded data of the event.
    public let data: Value

    /// The wait before another connection that the server asks for with this event, in milliseconds.
    package var retryMilliseconds: Int?

    /// Creates an event.
    public init(name: String = "message", id: String? = nil, data: Value) {
        self.name = name
        self.id = id
        self.data = data
    }
}

extension ServerSentEvent: Equatable where Value: Equatable {}
extension ServerSentEvent: Hashable where Value: Hashable {}
