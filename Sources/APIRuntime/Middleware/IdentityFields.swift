import HTTPTypes

/// The parts of a request that usually identify a user: header fields and query parameters.
///
/// The cache assigns responses to the owners of the credentials that it knows. A middleware that changes one of these
/// parts makes the owner unknown: the response is not stored, and a refusal renews no token.
struct IdentityFields: Hashable, Sendable {
    private let fields: [String]

    init(_ head: HTTPRequest) {
        var fields = head.headerFields.filter { CredentialFields.isCredential($0.name.canonicalName) }
            .map { "\($0.name.canonicalName): \($0.value)" }
        let query = (head.path ?? "").split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        for item in query.split(separator: "&") {
            let name = item.prefix { $0 != "=" }
            if CredentialFields.isCredential(String(name)) { fields.append("?\(item)") }
        }
        self.fields = fields.sorted()
    }

    /// Looks for a changed user in a later state of the same request.
    ///
    /// - Parameters:
    ///   - later: The fields after the middlewares.
    ///   - mayAdd: Whether the middlewares preserve the user, so that a field that they add, such as `X-Device-Token`,
    ///     does not name another one. `Authorization` and `Cookie` do in any case.
    /// - Returns: Whether the user is the same.
    func areKept(in later: Self, mayAdd: Bool) -> Bool {
        if !mayAdd || self == later { return self == later }
        let added = later.fields.filter { !fields.contains($0) }
        return fields.allSatisfy(later.fields.contains)
            && !added.contains { $0.hasPrefix("authorization: ") || $0.hasPrefix("cookie: ") }
    }
}
