#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import HTTPTypes

extension CacheKey {
    /// Creates the key of a request; `nil` when the request has no absolute URL.
    init?(_ request: HTTPRequest, method: HTTPRequest.Method? = nil, partition: String) {
        guard let address = CacheAddress(request) else { return nil }
        self.init(partition: partition, method: (method ?? request.method).rawValue, url: address.text)
    }

    /// Returns the partition that holds the responses to a credential's calls.
    static func partition(_ partition: String, under policy: CachePolicy?) -> String {
        policy?.partition == .shared ? sharedPartition : partition
    }
}

/// An absolute URL in the form in which keys are compared.
struct CacheAddress: Hashable {
    /// The scheme, host and port, such as `https://example.com`.
    let origin: String
    /// The path and query, in their original spelling.
    let path: String

    /// The whole URL.
    var text: String { origin + path }

    /// Creates an address from a request; `nil` when its URL is not absolute.
    init?(_ request: HTTPRequest) {
        guard let scheme = request.scheme, let authority = request.authority else { return nil }
        self.init(scheme: scheme, authority: authority, path: request.path ?? "/")
    }

    /// Creates an address from the parts of a request; `nil` when there is no host.
    init?(scheme: String, authority: String, path: String) {
        let scheme = scheme.lowercased()
        var host = authority.lowercased()
        if let port = ["http": ":80", "https": ":443"][scheme], host.hasSuffix(port) { host.removeLast(port.count) }
        guard !host.isEmpty else { return nil }
        let target = path.prefix { $0 != "#" }
        origin = "\(scheme)://\(host)"
        self.path = target.isEmpty ? "/" : target.hasPrefix("?") ? "/\(target)" : String(target)
    }

    /// Resolves a reference, such as the value of `Location`, against this address; `nil` for an invalid reference.
    func resolving(_ reference: String) -> CacheAddress? {
        guard let base = URL(string: text), let url = URL(string: reference, relativeTo: base),
            let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
            let scheme = parts.scheme, let host = parts.percentEncodedHost
        else { return nil }
        let authority = parts.port.map { "\(host):\($0)" } ?? host
        let query = parts.percentEncodedQuery.map { "?\($0)" } ?? ""
        return CacheAddress(scheme: scheme, authority: authority, path: parts.percentEncodedPath + query)
    }
}
