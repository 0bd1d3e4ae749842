public import APIRuntime
import HTTPTypes

extension ServerInput {
    /// Returns the JSON values on the lines of the body, each decoded when it has arrived.
    ///
    /// The iterator throws ``UnreadableInput`` for a line that cannot be decoded.
    public func lines<Item: JSONCodable>() -> BodyItems<Item> { items(.lines) }

    /// Returns the JSON values of a text sequence (RFC 7464), each decoded when it has arrived.
    ///
    /// The iterator throws ``UnreadableInput`` for a value that cannot be decoded.
    public func textSequence<Item: JSONCodable>() -> BodyItems<Item> { items(.textSequence) }

    /// Returns the media type of the body; `application/octet-stream` if the request specifies none.
    public func mediaType() -> BodyMediaType {
        about.headers[.contentType].map { BodyMediaType($0) } ?? .octetStream
    }

    /// Whether the request has no body.
    public var hasNoBody: Bool { body.isEmpty && (stream == nil || about.headers[.contentLength] == "0") }

    private func items<Item: JSONCodable>(_ framing: ItemFraming) -> BodyItems<Item> {
        let reading = options.reading
        let chunks = stream ?? BodyChunks(body)
        return BodyItems {
            let reader = ItemReader<Item>(chunks, framing, reading)
            return {
                do {
                    return try await reader.next()
                } catch let error as DecodingFailure {
                    throw UnreadableInput(.body, "", .unreadable(error))
                }
            }
        }
    }
}
