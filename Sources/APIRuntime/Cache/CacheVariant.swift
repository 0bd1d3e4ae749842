internal import HTTPTypes

/// Matches requests with stored responses by `Vary` (RFC 9111, section 4.1) and by the credentials set by hand.
///
/// A response to a request with a credential that no source of the client has added, such as a `Cookie`, belongs to that
/// credential: the fields select the response as if the server's `Vary` named them.
struct CacheVariant {
    /// The fields that carry credentials; a response that varies by one belongs to a single owner.
    static let credentialNames: Set<String> = ["authorization", "cookie", "proxy-authorization"]

    private let request: HTTPRequest
    private let credentials: [String]
    private(set) var digests: [[String]: String] = [:]

    /// Creates the variants of a request, without credentials of sources.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - isolating: Whether a response belongs to the credentials set by hand; `false` follows `Vary` alone.
    init(_ request: HTTPRequest, isolating: Bool) {
        self.request = request
        credentials = isolating ? CredentialFields.names(in: request.headerFields) : []
    }

    /// Returns the names in `Vary`, in lower case, sorted and distinct; `nil` for `*`, which no request matches.
    static func names(in headers: HTTPFields) -> [String]? {
        let names = headers[values: .vary].flatMap { value in
            value.split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
        }
        if names.contains("*") { return nil }
        return Set(names).subtracting([""]).sorted()
    }

    /// Returns the names of the fields that select a response to this request; `nil` when no request matches.
    func names(in response: HTTPFields) -> [String]? {
        guard let names = Self.names(in: response) else { return nil }
        return credentials.isEmpty ? names : Set(names).union(credentials).sorted()
    }

    /// Returns whether responses selected by some fields may be served for this request.
    ///
    /// A response that does not depend on a credential of the request was made for somebody without it.
    func admits(_ names: [String]) -> Bool {
        credentials.allSatisfy { names.contains($0) }
    }

    /// Returns the digest of the request's values for some fields; empty when there are no fields.
    ///
    /// The cache stores a digest, because values such as a locale or a device's name are private. The credential of a
    /// source is not part of the request; the partition separates the responses of different owners. Each set of names is
    /// digested once, however many responses have it.
    mutating func digest(_ names: [String]) -> String {
        if names.isEmpty { return "" }
        if let digest = digests[names] { return digest }
        let lines = names.map { name in
            let values = request.headerFields.filter { $0.name.canonicalName == name }.map {
                Self.normal($0.value, name)
            }
            return values.isEmpty ? name : "\(name):\(values.joined(separator: ","))"
        }
        let digest = SHA256Digest.hex(of: lines.joined(separator: "\n").utf8)
        digests[names] = digest
        return digest
    }

    /// The language that selects a response whose `Accept-Language` is only spelled differently; `nil` for none.
    var favouriteLanguage: String? {
        credentials.isEmpty ? LanguagePreference.favourite(in: request.headerFields) : nil
    }

    /// The names of a response that is selected by its language alone.
    static let languageNames = ["accept-language"]

    /// Returns a value without insignificant spaces and differences of letter case.
    private static func normal(_ value: String, _ name: String) -> String {
        let text = value.split(separator: ",").map { part in
            part.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
        }.joined(separator: ",")
        return caselessNames.contains(name) ? text.lowercased() : text
    }

    private static let caselessNames: Set<String> = ["accept-charset", "accept-encoding", "accept-language"]
}
