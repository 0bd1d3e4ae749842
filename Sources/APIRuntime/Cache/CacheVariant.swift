internal import HTTPTypes

/// Which requests a response is good for, by its `Vary` (RFC 9111, section 4.1).
enum CacheVariant {
    /// Fields that carry credentials; what varies by them is nobody else's.
    static let credentialNames: Set<String> = ["authorization", "cookie", "proxy-authorization"]

    /// Names in `Vary`, in lower case, sorted, each once; `nil` when it says that no request fits.
    static func names(in headers: HTTPFields) -> [String]? {
        let names = headers[values: .vary].flatMap { value in
            value.split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
        }
        if names.contains("*") { return nil }
        return Set(names).subtracting([""]).sorted()
    }

    /// Digest of a request's values for some fields; empty when there are no fields.
    ///
    /// A digest, because values such as a locale or a device's name say something about the user. A credential of a
    /// source is not in the request; by it, responses are told apart by their partition.
    static func digest(of request: HTTPRequest, names: [String]) -> String {
        if names.isEmpty { return "" }
        let lines = names.map { name in
            let values = request.headerFields.filter { $0.name.canonicalName == name }.map { normal($0.value, name) }
            return values.isEmpty ? name : "\(name):\(values.joined(separator: ","))"
        }
        return SHA256Digest.hex(of: lines.joined(separator: "\n").utf8)
    }

    /// How well an entry fits a request.
    enum Fit: Int, Comparable {
        /// It is in the language that the request wants most, though it was asked for in other words.
        case language
        /// The request has the very values that selected it.
        case exact

        static func < (a: Fit, b: Fit) -> Bool { a.rawValue < b.rawValue }
    }

    /// How well an entry fits a request; `nil` when it does not.
    static func fit(of entry: CacheEntry, to request: HTTPRequest) -> Fit? {
        if entry.variant == digest(of: request, names: entry.varyNames) { return .exact }
        guard entry.varyNames == ["accept-language"], let own = entry.headers[.contentLanguage]?.lowercased(),
            own == LanguagePreference.favourite(in: request.headerFields)
        else { return nil }
        return .language
    }

    /// A value without the spaces, and the letter case, that mean nothing.
    private static func normal(_ value: String, _ name: String) -> String {
        let text = value.split(separator: ",").map { part in
            part.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
        }.joined(separator: ",")
        return caselessNames.contains(name) ? text.lowercased() : text
    }

    private static let caselessNames: Set<String> = ["accept-charset", "accept-encoding", "accept-language"]
}
