/// `x-cache`: the time in seconds for which a response may be used again.
struct CachePolicy {
    var lifetime: Int?
    /// Whether all users share one stored response.
    var isShared = false
    var staleWhileRevalidate: Int?
    var staleIfError: Int?
}

/// `x-replay`: whether a request may be sent twice.
enum ReplayPolicy: Hashable {
    case safe, unsafe
    /// Safe, because the named header field or property carries the same key each time.
    case keyed(String)
}

/// `x-paging`: the way to the next page.
enum PagingStyle: String, CaseIterable {
    case cursor, page, offset, url
}
