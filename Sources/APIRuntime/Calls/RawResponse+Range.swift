import HTTPTypes

extension RawResponse {
    /// Returns the failure of a part of a document that is not the part which the call requests.
    ///
    /// The caller cannot recognize other bytes (RFC 9110, section 15.3.7). Several ranges, which a multipart body names, are
    /// not compared.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - options: The caller's settings, whose `Range` precedes that of the call.
    /// - Returns: The failure; `nil` for a requested part, for a whole document, and for a call without a `Range`.
    func otherPart(than call: OperationCall, _ options: CallOptions) -> DecodingFailure? {
        guard status == 206, let field = options.headers[.range] ?? call.headers[.range],
            let requested = RequestedRange(field)
        else { return nil }
        guard let part = headers[.contentRange].flatMap(ContentRange.init), requested.includes(part) else {
            return DecodingFailure(.mismatch, "the response is another part of the document than the requested one")
        }
        return nil
    }
}
