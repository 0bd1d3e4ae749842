import APIRuntime
import HTTPTypes

extension ServerInput {
    /// Checks the content coding of the body, and its media type if the route has documented ones.
    ///
    /// - Throws: ``UnreadableInput`` for a body that the operation does not read.
    func checkBody() throws(UnreadableInput) {
        guard !body.isEmpty || stream != nil && about.headers[.contentLength] != "0" else { return }
        let codings = (about.headers[.contentEncoding] ?? "").lowercased().split { $0 == "," || $0 == " " }
        guard codings.allSatisfy({ $0 == "identity" }) else { throw UnreadableInput(.uncoded) }
        let documented = condition.receives
        guard documented.isEmpty || hasMediaType(in: documented) else { throw UnreadableInput(.mediaTypes(documented)) }
    }

    /// Returns whether the body has one of some media types, or one that has the same meaning.
    ///
    /// A request without a media type leaves the decision to the server, which reads the body.
    ///
    /// - Parameter documented: The documented media types and ranges.
    /// - Returns: Whether the operation reads the body. A media type that is not valid is in `*/*` only.
    func hasMediaType(in documented: [String]) -> Bool {
        guard let name = about.contentType else { return true }
        let type = MediaType(name)
        return documented.contains { documented in
            documented == "*/*" || type.map { MediaType(documented)?.stands(for: $0) ?? false } ?? false
        }
    }
}

extension ServerRequest {
    /// The media type of the body; `nil` if the request has none.
    var contentType: String? {
        guard let name = headers[.contentType], !name.allSatisfy({ $0 == " " || $0 == "\t" }) else { return nil }
        return name
    }
}

extension MediaType {
    /// Returns whether bodies of another media type have the meaning of bodies of this one.
    ///
    /// `application/json` matches the media type of a vendor, and the reverse. The formats of patches match only
    /// themselves: they give the same bytes other meanings.
    ///
    /// - Parameter other: The media type of a request.
    /// - Returns: Whether an operation that documents this media type or range reads the body. Parameters have no effect.
    fileprivate func stands(for other: MediaType) -> Bool {
        if includes(other) { return true }
        if isPlainXML { return other.isPlainXML }
        return (isPlainJSON || other.isPlainJSON) && hasMeaningOfJSON && other.hasMeaningOfJSON
    }

    private var isPlainJSON: Bool { ["application/json", "text/json"].contains(essence) }

    /// Whether the type is one of the two equal types of XML (RFC 7303, section 9.2).
    private var isPlainXML: Bool { ["application/xml", "text/xml"].contains(essence) }

    /// Whether bodies are JSON and no patches, such as `application/merge-patch+json` and
    /// `application/json-patch+json`.
    private var hasMeaningOfJSON: Bool { isJSON && !essence.hasSuffix("patch+json") }
}
