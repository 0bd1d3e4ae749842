public import APIRuntime
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
import HTTPTypes

extension ServerInput {
    /// Returns the JSON values on the lines of the body, each decoded when it has arrived.
    ///
    /// The iterator throws ``UnreadableInput`` for a line that cannot be decoded, and for a body with the media type of a
    /// form or plain text, as ``json(_:as:root:isNullable:rules:)`` does.
    public func lines<Item: JSONCodable>() -> BodyItems<Item> { items(.lines) }

    /// Returns the JSON values of a text sequence (RFC 7464), each decoded when it has arrived.
    ///
    /// The iterator throws ``UnreadableInput`` for a value that cannot be decoded, and for a body with the media type of a
    /// form or plain text.
    public func textSequence<Item: JSONCodable>() -> BodyItems<Item> { items(.textSequence) }

    /// Returns the values of the parts of a multipart body, each decoded from JSON when it has arrived.
    ///
    /// The iterator throws ``UnreadableInput`` for a part that cannot be decoded, and for a body without a boundary.
    public func parts<Item: JSONCodable>() -> BodyItems<Item> {
        parts { [reading = options.reading] (bytes) throws(DecodingFailure) in
            try JSONCoding.decode(Item.self, from: bytes, options: reading)
        }
    }

    /// Returns the strings of the parts of a multipart body, each when it has arrived.
    ///
    /// The iterator throws ``UnreadableInput`` for a string that is not a value of the type, and for a body without a
    /// boundary.
    public func textParts<Item: JSONCodable>() -> BodyItems<Item> {
        parts { [reading = options.reading] (bytes) throws(DecodingFailure) in
            try JSONCoding.decode(Item.self, from: .text(String(decoding: bytes, as: UTF8.self)), options: reading)
        }
    }

    /// Returns the bytes of the parts of a multipart body, each when it has arrived.
    ///
    /// The iterator throws ``UnreadableInput`` for a body without a boundary.
    public func binaryParts() -> BodyItems<Data> {
        parts { (bytes) throws(DecodingFailure) in Data(bytes) }
    }

    /// Returns the media type of the body; `application/octet-stream` if the request specifies none.
    public func mediaType() -> BodyMediaType {
        about.contentType.map { BodyMediaType($0) } ?? .octetStream
    }

    /// Returns the media type of the body; `application/octet-stream` if the request specifies none.
    ///
    /// - Parameter documented: The media types and ranges of the operation.
    /// - Returns: The media type.
    /// - Throws: ``UnreadableInput`` if the media type is none of them.
    public func mediaType(in documented: String...) throws(UnreadableInput) -> BodyMediaType {
        guard let name = about.contentType, !documented.contains("*/*") else { return mediaType() }
        guard let type = MediaType(name), documented.contains(where: { MediaType($0)?.includes(type) ?? false })
        else { throw UnreadableInput(.mediaTypes(documented)) }
        return mediaType()
    }

    /// Returns the media type of the response that the request prefers among the documented ones.
    ///
    /// It may be a type of the request that is in a documented range. It is a range if neither the operation nor the
    /// request specifies a type of this range.
    public func acceptedType() -> BodyMediaType {
        let isListed = condition.sends.contains(standardType)
        let standard = isListed ? standardType : condition.sends.first { !$0.contains("*") } ?? condition.sends.first
        return BodyMediaType(standard.map { condition.preferred($0, for: about, includesRanges: true) } ?? "*/*")
    }

    /// Whether the request has no body: no bytes, and no media type of which an empty body is a value.
    ///
    /// A form always has a boundary.
    public var hasNoBody: Bool {
        guard body.isEmpty, stream == nil || about.headers[.contentLength] == "0" else { return false }
        return about.headers[.contentType].map { $0.mediaType.hasPrefix("multipart/") } ?? true
    }

    private func items<Item: JSONCodable>(_ framing: ItemFraming) -> BodyItems<Item> {
        guard !Self.simpleTypes.contains((about.headers[.contentType] ?? "").mediaType) else {
            return BodyItems { { throw UnreadableInput(.body, "", .mediaType) } }
        }
        let reading = options.reading
        return items { chunks in ItemReader(chunks, framing, reading) }
    }

    private func parts<Item: JSONCodable>(
        _ decode: @escaping @Sendable ([UInt8]) throws(DecodingFailure) -> Item
    ) -> BodyItems<Item> {
        let (headers, limit) = (about.headers, options.maximumBodyBytes)
        return items { chunks in ItemReader(partsOf: chunks, headers, maximumBytes: limit, decode: decode) }
    }

    private func items<Item: JSONCodable>(
        _ reader: @escaping @Sendable (BodyChunks) -> ItemReader<Item>
    ) -> BodyItems<Item> {
        let chunks = stream ?? BodyChunks(body)
        return BodyItems {
            let reader = reader(chunks)
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
