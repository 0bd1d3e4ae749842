internal import HTTPTypes

/// Which later requests a response is good for (RFC 9111, section 3).
enum Cacheability {
    /// Whether the cache may be asked for a request as it stands.
    ///
    /// A caller who validates or asks for a part by itself wants the server's own response. A credential given by hand
    /// belongs to nobody that the cache knows, and nobody's sign-out would ever delete its responses.
    static func isReadable(_ request: HTTPRequest) -> Bool {
        guard request.method == .get || request.method == .head else { return false }
        return !excluding.contains { request.headerFields.contains($0) }
    }

    /// The plain request whose equals a response may be reused for; `nil` when there is none.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - request: The request that it came to, with the caller's own conditions.
    /// - Returns: The request without these conditions, a POST as the GET of its address.
    static func plain(of response: HTTPResponse, to request: HTTPRequest) -> HTTPRequest? {
        if isReadable(request) { return request }
        guard response.status == .ok else { return nil }
        if request.method == .post { return isNamedByItself(response, request) ? asGet(request) : nil }
        // A condition that did not hold, and a part that was not given, leave the whole response.
        return CacheSelection(request).map(\.whole).flatMap { isReadable($0) ? $0 : nil }
    }

    /// Whether a POST was answered by what a GET of its address would give (RFC 9110, section 9.3.3).
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

    /// Fields that keep a request from the cache.
    private static let excluding: [HTTPField.Name] = [
        .range, .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince, .ifRange, .authorization,
    ]
}
