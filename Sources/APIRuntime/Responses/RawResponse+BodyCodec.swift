import HTTPTypes

extension RawResponse {
    /// Returns the body as JSON, converted by a codec if it is in another format, and the options for reading it.
    func jsonBody<T: JSONCodable>(_ type: T.Type) throws(DecodingFailure) -> (
        bytes: [UInt8], reading: JSONReadingOptions
    ) {
        guard isMarkup, let contentType, mediaType?.isJSON != true else { return (utf8Body, reading) }
        guard let codec = codecs.first(where: { $0.handles(contentType) }) else {
            throw DecodingFailure(.mismatch, "the body is \(contentType), for which the client has no codec")
        }
        var reading = reading
        reading.omitsEmptyValues = contentType.hasSuffix("xml")
        let value = try codec.decode(body, sentAs: headers[.contentType] ?? "", as: type)
        return (JSONCoding.encode(value), reading)
    }

    /// Whether the body begins like XML or HTML, after a byte order mark if it has one.
    private var isMarkup: Bool { utf8Body.first { $0 > 0x20 } == 0x3C }

    /// The body in UTF-8 without a byte order mark, if it is JSON.
    ///
    /// JSON is UTF-8 (RFC 8259, section 8.1). Servers also send it with a mark, and in UTF-16 with a mark or a `charset`.
    /// A `charset` that contradicts the bytes is ignored.
    var utf8Body: [UInt8] {
        if body.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(body.dropFirst(3)) }
        guard body.count >= 2, body[0] >= 0xFE || body[0] == 0 || body[1] == 0 else { return body }
        let isMarked = body.starts(with: [0xFE, 0xFF]) || body.starts(with: [0xFF, 0xFE])
        let charset = mediaType?.parameters["charset"]?.lowercased() ?? ""
        guard isMarked || charset.hasPrefix("utf-16") else { return body }
        // The first character of JSON is in ASCII, so that one of its bytes is zero.
        return Array(CharsetText.text(body, charset: body[0] == 0 ? "utf-16be" : "utf-16le").utf8)
    }
}
