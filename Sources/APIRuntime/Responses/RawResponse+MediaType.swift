import HTTPTypes

extension RawResponse {
    /// The media type with its parameters; `nil` without a valid `Content-Type`.
    var mediaType: MediaType? {
        headers[.contentType].flatMap { MediaType($0) }
    }

    /// Returns whether the body has one of some documented media types or ranges.
    ///
    /// - Parameter types: The documented types. Parameters other than `charset` must have the same values.
    /// - Returns: Whether one of them is the media type of the response; `false` without a valid `Content-Type`.
    @_spi(Generated)
    public func hasMediaType(_ types: String...) -> Bool {
        guard let type = mediaType else { return false }
        return types.lazy.compactMap { MediaType($0) }.contains { $0.includesWithParameters(type) }
    }

    /// Returns the failure of a response whose media type the client does not accept.
    ///
    /// - Parameter accept: The accepted types.
    /// - Returns: The failure; `nil` for an accepted or missing media type.
    func undocumentedType(_ accept: String) -> DecodingFailure? {
        let documented = MediaType.list(accept)
        guard let type = mediaType, !documented.isEmpty, !documented.contains(where: { $0.includes(type) }) else {
            return nil
        }
        let names = documented.map(\.essence).joined(separator: ", ")
        return DecodingFailure(.mediaType, "the response is \(type.essence), where the client asked for \(names)")
    }

    /// Returns the failure of a response whose media type has another value of a documented parameter.
    ///
    /// The body of `application/json; v=2` may fit the schema of `application/json; v=1`, and lose its other values.
    ///
    /// - Parameter accept: The accepted types.
    /// - Returns: The failure; `nil` for a media type that one of the types includes, or that is not documented at all.
    func otherParameter(than accept: String) -> DecodingFailure? {
        guard let type = mediaType else { return nil }
        let including = MediaType.list(accept).filter { $0.includes(type) }
        let contradictions = including.compactMap { $0.contradiction(of: type) }
        guard let name = contradictions.first, contradictions.count == including.count else { return nil }
        let problem = "the response is \(type.essence) with another '\(name)' than the documented one"
        return DecodingFailure(.mediaType, problem)
    }

    /// Returns the failure of a response whose media type another method of the operation reads.
    ///
    /// The body of `application/problem+json` may fit the schema of `application/json`, and lose all its values.
    ///
    /// - Parameters:
    ///   - accept: The accepted types.
    ///   - others: The documented types that only other methods read.
    /// - Returns: The failure; `nil` for an accepted media type, for one that is not documented, and without a body.
    func otherType(than accept: String, _ others: [String]) -> DecodingFailure? {
        guard !others.isEmpty, !body.isEmpty, let type = mediaType else { return nil }
        let accepted = MediaType.list(accept)
        guard !accepted.contains(where: { $0.includes(type) }),
            others.contains(where: { MediaType($0)?.includes(type) ?? false })
        else { return nil }
        let names = accepted.map(\.essence).joined(separator: ", ")
        let problem = "the response is \(type.essence), which another method of the operation reads, and not \(names)"
        return DecodingFailure(.mediaType, problem)
    }

    /// Returns the failure of a text or binary body whose media type contradicts the documented one.
    ///
    /// Servers spell media types in several ways, such as `image/jpg` or `application/x-pdf`, or send the generic
    /// `application/octet-stream`. HTML, JSON and XML are always of a different kind.
    ///
    /// - Parameter accept: The documented types.
    /// - Returns: The failure; `nil` for a body that can be the documented one.
    func refusal(_ accept: String) -> DecodingFailure? {
        if let failure = otherParameter(than: accept) { return failure }
        guard let failure = undocumentedType(accept), let type = mediaType else { return nil }
        let documented = MediaType.list(accept)
        if ([type] + documented).contains(where: \.saysNothing) { return nil }
        if type.isJSON {
            // The accepted types include those of failures.
            return MediaType.includeJSON(documented) ? nil : failure
        }
        if type.isXML, type.family != "image" { return documented.contains(where: \.isXML) ? nil : failure }
        let isNamed = documented.contains { $0.family == type.family }
        return isNamed && type.essence != "text/html" ? nil : failure
    }

    /// Returns the failure of a success with a body that another method of its operation reads.
    ///
    /// - Parameter statuses: The statuses of the successes that the method reads; empty for every success.
    /// - Returns: The failure; `nil` for a success that the method reads.
    func otherSuccess(than statuses: [ClosedRange<Int>]) -> DecodingFailure? {
        guard !statuses.isEmpty, !statuses.contains(where: { $0.contains(status) }) else { return nil }
        return DecodingFailure(.mismatch, "another method of the operation reads the responses with this status")
    }
}
