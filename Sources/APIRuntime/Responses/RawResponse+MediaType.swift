import HTTPTypes

extension RawResponse {
    /// The media type with its parameters; `nil` when the server gave none, or something else.
    var mediaType: MediaType? {
        headers[.contentType].flatMap { MediaType($0) }
    }

    /// The failure of a response whose media type the client did not ask for.
    ///
    /// - Parameter accept: The types that were asked for.
    /// - Returns: `nil` when the type is among them, or not told.
    func undocumentedType(_ accept: String) -> DecodingFailure? {
        let documented = MediaType.list(accept)
        guard let type = mediaType, !documented.isEmpty, !documented.contains(where: { $0.includes(type) }) else {
            return nil
        }
        let names = documented.map(\.essence).joined(separator: ", ")
        return DecodingFailure(.mediaType, "the response is \(type.essence), where the client asked for \(names)")
    }

    /// Why a body that is taken as it is cannot be the documented one.
    ///
    /// Servers spell types of the same kind in several ways, `image/jpg` or `application/x-pdf`, and say nothing with
    /// `application/octet-stream`. A page for browsers, JSON and XML are none of these.
    ///
    /// - Parameter accept: The documented types.
    /// - Returns: `nil` when it can be the documented one.
    func refusal(_ accept: String) -> DecodingFailure? {
        guard let failure = undocumentedType(accept), let type = mediaType else { return nil }
        let documented = MediaType.list(accept)
        if ([type] + documented).contains(where: \.saysNothing) { return nil }
        if type.isJSON { return documented.contains(where: \.isJSON) ? nil : failure }
        if type.isXML, type.family != "image" { return documented.contains(where: \.isXML) ? nil : failure }
        let isNamed = documented.contains { $0.family == type.family }
        return isNamed && type.essence != "text/html" ? nil : failure
    }
}
