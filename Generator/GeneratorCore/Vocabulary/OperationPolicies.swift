/// The `x-cache` extension: the time in seconds for which a response may be reused.
struct CachePolicy {
    var lifetime: Int?
    /// Whether all users share one stored response.
    var isShared = false
    var staleWhileRevalidate: Int?
    var staleIfError: Int?
}

/// The `x-replay` extension: whether a request may be sent twice.
enum ReplayPolicy: Hashable {
    case safe, unsafe
    /// Safe, because the given header field or property has the same key in each attempt.
    case keyed(String)
}

/// The `x-paging` extension: the way to the next page.
enum PagingStyle: String, CaseIterable {
    case cursor, page, offset, url
}
