internal import HTTPTypes

/// Recognizes the header fields and query parameters that usually identify a user.
///
/// The names decide, because the fields that an app invents are in no standard. A field that is wrongly recognized only
/// separates responses that could be shared.
enum CredentialFields {
    /// Looks for a name that usually carries a credential or names a user.
    ///
    /// - Parameter name: The name in any case, such as `X-Api-Key` or `access_token`.
    /// - Returns: Whether the header field or query parameter is one of a user.
    static func isCredential(_ name: String) -> Bool {
        let name = name.lowercased()
        if ordinary.contains(name) { return false }
        let parts = name.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        if parts.contains(where: identifies) || parts.contains("client") && parts.contains("id") { return true }
        return parts.contains { $0.hasSuffix("key") }
            && parts.allSatisfy { !keyOwners.contains($0) && !keyOwners.contains(String($0.dropLast(3))) }
    }

    /// Looks for a name that usually carries a secret, and not only the name of a user.
    ///
    /// - Parameter name: The name in any case, such as `X-Api-Key` or `access_token`.
    /// - Returns: Whether the header field or query parameter is one of a secret.
    static func isSecret(_ name: String) -> Bool {
        guard isCredential(name) else { return false }
        let parts = name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        let isName = parts.contains { part in
            names.contains { part == $0 || part == $0 + "id" || part == $0 + "name" }
        }
        return !isName || parts.contains { part in secrets.contains(where: part.hasSuffix) }
    }

    /// The words for a user, whose names and numbers are no secrets.
    private static let names: Set<String> = [
        "account", "client", "customer", "identity", "login", "member", "principal", "tenant", "user",
    ]

    private static let secrets = [
        "assertion", "auth", "authentication", "authorization", "bearer", "cookie", "credential", "credentials", "jwt",
        "key", "passwd", "password", "secret", "session", "sessionid", "sid", "token",
    ]

    /// Whether a word names a user or a secret, alone or joined with the word before it, as in `AuthToken`.
    private static func identifies(_ word: String) -> Bool {
        identifying.contains(word) || endings.contains { word.hasSuffix($0) }
    }

    /// Returns the names of a request's credential fields, in lower case, sorted and distinct.
    static func names(in fields: HTTPFields) -> [String] {
        var names: [String] = []
        for field in fields where isCredential(field.name.canonicalName) && !names.contains(field.name.canonicalName) {
            names.append(field.name.canonicalName)
        }
        return names.count < 2 ? names : names.sorted()
    }

    /// The fields of most requests, which need no closer look.
    private static let ordinary: Set<String> = [
        "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control", "content-length",
        "content-type", "host", "if-modified-since", "if-none-match", "pragma", "range", "user-agent",
    ]

    private static let identifying: Set<String> = [
        "account", "apikey", "assertion", "auth", "authentication", "authorization", "bearer", "cookie", "credential",
        "credentials", "customer", "identity", "jwt", "login", "member", "passwd", "password", "principal", "secret",
        "session", "sid", "tenant", "token", "user",
    ]

    private static let endings = [
        "accountid", "assertion", "auth", "authorization", "bearer", "clientid", "cookie", "credential", "credentials",
        "customerid", "jwt", "memberid", "passwd", "password", "secret", "session", "sessionid", "tenantid", "token",
        "userid", "username",
    ]

    /// The words that make a key something else than a credential, as in `Idempotency-Key`.
    private static let keyOwners: Set<String> = ["cache", "dedup", "idempotency", "idempotent", "sec", "surrogate"]
}
