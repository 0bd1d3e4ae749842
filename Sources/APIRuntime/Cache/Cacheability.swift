internal import HTTPTypes

/// Determines the later requests that a response may be reused for (RFC 9111, section 3).
enum Cacheability {
    /// Returns whether the cache may serve a request unchanged.
    ///
    /// A caller that sends conditions or a range expects the server's own response. The cache does not know the owner
    /// of a credential that the caller adds to the request, so no sign-out would ever delete its responses.
    static func isReadable(_ request: HTTPRequest) -> Bool {
        guard request.method == .get || request.method == .head else { return false }
        return !excluding.contains { request.headerFields.contains($0) }
    }

    /// Returns the plain request that a response may be reused for; `nil` when there is none.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - request: The request of the response, with the caller's own conditions.
    /// - Returns: The request without these conditions; for a POST, a GET of the same URL.
    static func plain(of response: HTTPResponse, to request: HTTPRequest) -> HTTPRequest? {
        if isReadable(request) { return request }
        guard response.status == .ok else { return nil }
        if request.method == .post { return isNamedByItself(response, request) ? asGet(request) : nil }
        // An unmet condition or an ignored range yields the whole response.
        return CacheSelection(request).map(\.whole).flatMap { isReadable($0) ? $0 : nil }
    }

    /// Returns whether the response to a POST is also the response to a GET of its URL (RFC 9110, section 9.3.3).
    private static func isNamedByItself(_ response: HTTPResponse, _ request: HTTPRequest) -> Bool {
        let fields = response.headerFields
        guard fields.contains(.expires) || CacheControl(fields).contains("max-age"),
            let own = CacheAddress(request), let named = fields[.contentLocation]
        else { return false }
        return own.resolving(named) == own
    }

    private static func asGet(_ request: HTTPRequest) -> HTTPRequest? {
        var get = request
        get.method = .get
        return isReadable(get) ? get : nil
    }

    /// The fields that exclude a request from the cache.
    private static let excluding: [HTTPField.Name] = [
        .range, .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince, .ifRange, .authorization,
    ]
}
