import HTTPTypes

/// The parts of a request that usually identify a user: header fields and query parameters.
///
/// The cache assigns responses to the owners of the credentials that it knows. A middleware that changes one of these
/// parts makes the owner unknown, and the response is not stored.
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
}
