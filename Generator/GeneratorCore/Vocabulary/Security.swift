/// The part of a request that carries a credential.
enum CredentialPlacement: Hashable {
    case bearer, basic
    case header(String), query(String), cookie(String)
    /// A kind of credential that generated clients cannot send, by its name.
    case unsupported(String)
}

/// A flow of OAuth 2.0.
struct OAuthFlow {
    /// The flows that OpenAPI defines.
    enum Kind: String, CaseIterable {
        case implicit, password, clientCredentials, authorizationCode, deviceAuthorization
    }

    let kind: Kind
    let authorizationURL: String?
    let tokenURL: String?
    let refreshURL: String?
    /// The endpoint that starts the flow of a device with limited input (OpenAPI 3.2).
    var deviceAuthorizationURL: String?
    /// The names of the scopes with their descriptions.
    let scopes: [(name: String, description: String)]
}
