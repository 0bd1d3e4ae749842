/// Reads and writes bodies that are not JSON for models that are.
///
/// Add one to ``ClientConfiguration/bodyCodecs``; `XMLBodyCodec` of the module `APIXML` is one.
public protocol BodyCodec: Sendable {
    /// Returns whether the codec supports a media type, in lower case and without parameters.
    func handles(_ mediaType: String) -> Bool

    /// Writes a body.
    ///
    /// - Parameters:
    ///   - value: The model's JSON.
    ///   - type: The model's type.
    ///   - root: The name of the root element; `nil` for the name of the type.
    /// - Returns: The body.
    /// - Throws: ``TransportError`` with the code `invalidRequest` for a value that cannot be written.
    func encode(_ value: JSONValue, as type: any JSONCodable.Type, root: String?) throws(TransportError) -> [UInt8]

    /// Reads a body.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - type: The type to decode.
    ///   - root: The name that the root element must have; `nil` for any name.
    /// - Returns: The JSON from which the type can be decoded.
    /// - Throws: ``DecodingFailure`` if the body is not valid for its media type, or has another root element.
    func decode(_ body: [UInt8], as type: any JSONCodable.Type, root: String?) throws(DecodingFailure) -> JSONValue
}

extension BodyCodec {
    /// Reads a body in the encoding that its `Content-Type` names.
    ///
    /// A byte order mark takes precedence over the `charset`, and both over an XML declaration (RFC 7303, section 3.2): a
    /// proxy that transcodes a document does not change its declaration.
    ///
    /// - Throws: ``DecodingFailure`` if the body is not valid for its media type, or has another root element.
    package func decode(
        _ body: [UInt8],
        sentAs contentType: String,
        as type: any JSONCodable.Type,
        root: String? = nil
    ) throws(DecodingFailure) -> JSONValue {
        guard let media = MediaType(contentType), media.isXML else { return try decode(body, as: type, root: root) }
        return try decode(CharsetText.xml(body, charset: media.parameters["charset"]), as: type, root: root)
    }
}

/// A body that a codec of the client encodes when it is sent.
struct CodedBody: Sendable {
    let value: JSONValue
    let type: any JSONCodable.Type
    let contentType: String
    let root: String?

    /// The media type without parameters, in lower case.
    var mediaType: String {
        contentType.prefix { $0 != ";" }.lowercased()
    }

    /// Returns the bytes to send.
    func bytes(_ codecs: [any BodyCodec]) throws(TransportError) -> [UInt8] {
        guard let codec = codecs.first(where: { $0.handles(mediaType) }) else {
            throw TransportError(
                .unsupported,
                "The client has no codec for \(mediaType): add one to 'bodyCodecs' of its configuration."
            )
        }
        return try codec.encode(value, as: type, root: root)
    }
}
