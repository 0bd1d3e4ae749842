extension RawResponse {
    /// Returns the body as JSON, converted by a codec if it is in another format.
    func jsonBody<T: JSONCodable>(_ type: T.Type) throws(DecodingFailure) -> [UInt8] {
        guard let first = body.first(where: { $0 > 0x20 }), first == 0x3C, let contentType else { return body }
        guard let codec = codecs.first(where: { $0.handles(contentType) }) else {
            throw DecodingFailure(.mismatch, "the body is \(contentType), for which the client has no codec")
        }
        return JSONCoding.encode(try codec.decode(body, as: type))
    }
}
