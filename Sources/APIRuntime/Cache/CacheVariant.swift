internal import HTTPTypes

/// Matches requests with stored responses by `Vary` (RFC 9111, section 4.1).
enum CacheVariant {
    /// The fields that carry credentials; a response that varies by one belongs to a single owner.
    static let credentialNames: Set<String> = ["authorization", "cookie", "proxy-authorization"]

    /// Returns the names in `Vary`, in lower case, sorted and distinct; `nil` for `*`, which no request matches.
    static func names(in headers: HTTPFields) -> [String]? {
        let names = headers[values: .vary].flatMap { value in
            value.split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
        }
        if names.contains("*") { return nil }
        return Set(names).subtracting([""]).sorted()
    }

    /// Returns the digest of a request's values for some fields; empty when there are no fields.
    ///
    /// The cache stores a digest, because values such as a locale or a device's name are private. The credential of a
    /// source is not part of the request; the partition separates the responses of different owners.
    static func digest(of request: HTTPRequest, names: [String]) -> String {
        if names.isEmpty { return "" }
        let lines = names.map { name in
            let values = request.headerFields.filter { $0.name.canonicalName == name }.map { normal($0.value, name) }
            return values.isEmpty ? name : "\(name):\(values.joined(separator: ","))"
        }
        return SHA256Digest.hex(of: lines.joined(separator: "\n").utf8)
    }

    /// The quality of the match between an entry and a request.
    enum Fit: Int, Comparable {
        /// The entry has the language that the request prefers, although `Accept-Language` is spelled differently.
        case language
        /// The request has exactly the values that selected the entry.
        case exact

        static func < (a: Fit, b: Fit) -> Bool { a.rawValue < b.rawValue }
    }

    /// Returns how well an entry matches a request; `nil` when it does not.
    static func fit(of entry: CacheEntry, to request: HTTPRequest) -> Fit? {
        if entry.variant == digest(of: request, names: entry.varyNames) { return .exact }
        guard entry.varyNames == ["accept-language"], let own = entry.headers[.contentLanguage]?.lowercased(),
            own == LanguagePreference.favourite(in: request.headerFields)
        else { return nil }
        return .language
    }

    /// Returns a value without insignificant spaces and differences of letter case.
    private static func normal(_ value: String, _ name: String) -> String {
        let text = value.split(separator: ",").map { part in
            part.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
        }.joined(separator: ",")
        return caselessNames.contains(name) ? text.lowercased() : text
    }

    private static let caselessNames: Set<String> = ["accept-charset", "accept-encoding", "accept-language"]
}
