public import HTTPTypes

/// A way to carry a credential, as the specification names it.
public struct SecurityScheme: Hashable, Sendable {
    /// Where a request carries the credential.
    public enum Placement: Hashable, Sendable {
        /// `Authorization: Bearer` and the token.
        case bearer
        /// `Authorization: Basic` and user and password in Base64.
        case basic
        /// A header field of this name.
        case header(String)
        /// A query parameter of this name.
        case query(String)
        /// A cookie of this name.
        case cookie(String)
    }

    /// Name in the specification; also the key under which a client finds the credential's source.
    public let name: String

    /// Where a request carries the credential.
    public let placement: Placement

    /// Creates a scheme.
    public init(_ name: String, _ placement: Placement) {
        self.name = name
        self.placement = placement
    }
}

extension SecurityScheme {
    /// Puts a credential into the header fields of a request; a scheme in the query changes nothing.
    ///
    /// A header field of the same name is replaced; a cookie is added to those already there.
    ///
    /// - Parameters:
    ///   - credential: What to send.
    ///   - fields: The request's header fields.
    public func apply(_ credential: AuthCredential, to fields: inout HTTPFields) {
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

    /// Name of the query parameter that carries the credential; `nil` for schemes placed elsewhere.
    public var queryName: String? {
        if case .query(let name) = placement { name } else { nil }
    }
}
