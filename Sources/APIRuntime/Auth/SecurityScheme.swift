import HTTPTypes

/// A security scheme: the name in the OpenAPI document and the location of the credential in a request.
public struct SecurityScheme: Hashable, Sendable {
    /// The location of the credential in a request.
    public enum Placement: Hashable, Sendable {
        /// The field `Authorization: Bearer` with the token.
        case bearer
        /// The field `Authorization: Basic` with user and password in Base64.
        case basic
        /// A header field with this name.
        case header(String)
        /// A query parameter with this name.
        case query(String)
        /// A cookie with this name.
        case cookie(String)

        /// The header field that carries the credential, in lower case; `nil` for a query parameter.
        var fieldName: String? {
            switch self {
            case .bearer, .basic: "authorization"
            case .header(let name): name.lowercased()
            case .cookie: "cookie"
            case .query: nil
            }
        }
    }

    /// The name in the OpenAPI document; also the key under which a client finds the credential's source.
    public let name: String

    /// The location of the credential in a request.
    public let placement: Placement

    /// Creates a scheme.
    @_spi(Generated)
    public init(_ name: String, _ placement: Placement) {
        self.name = name
        self.placement = placement
    }
}

extension SecurityScheme {
    /// Adds a credential to the header fields of a request; does nothing for a scheme in the query.
    ///
    /// A header field of the same name is replaced; a cookie is added to the existing ones.
    ///
    /// - Parameters:
    ///   - credential: The credential to send.
    ///   - fields: The request's header fields.
    func apply(_ credential: AuthCredential, to fields: inout HTTPFields) {
        switch placement {
        case .bearer:
            fields[.authorization] = "Bearer \(credential.value)"
        case .basic:
            fields[.authorization] = "Basic \(credential.value)"
        case .header(let name):
            guard let field = HTTPField.Name(name) else { return }
            fields[field] = credential.value
        case .cookie(let name):
            let pair = "\(name)=\(credential.value)"
            fields[.cookie] = fields[.cookie].map { "\($0); \(pair)" } ?? pair
        case .query:
            return
        }
    }
}
