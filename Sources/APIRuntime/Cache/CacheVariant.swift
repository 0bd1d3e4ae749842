internal import HTTPTypes

/// Which requests an answer is good for, by its `Vary` (RFC 9111, section 4.1).
enum CacheVariant {
    /// Fields that carry credentials; an answer is told apart by its partition instead.
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
    /// A digest, because values such as a locale or a device's name say something about the user.
    static func digest(of request: HTTPRequest, names: [String]) -> String {
        let selecting = names.filter { !credentialNames.contains($0) }
        if selecting.isEmpty { return "" }
        let lines = selecting.map { name in
            let values = request.headerFields.filter { $0.name.canonicalName == name }.map { normal($0.value, name) }
            return values.isEmpty ? name : "\(name):\(values.joined(separator: ","))"
        }
        return SHA256Digest.hex(of: lines.joined(separator: "\n").utf8)
    }

    /// Whether an entry fits a request.
    static func matches(_ entry: CacheEntry, _ request: HTTPRequest) -> Bool {
        entry.variant == digest(of: request, names: entry.varyNames)
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
