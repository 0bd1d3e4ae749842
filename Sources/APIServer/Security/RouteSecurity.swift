public import APIRuntime

/// The credentials that an operation requires: alternatives, each a list of schemes that are required together.
public struct RouteSecurity: Sendable, Hashable {
    /// A security scheme that an operation requires.
    public struct Scheme: Sendable, Hashable {
        /// The name in the specification.
        public let name: String

        /// The location of the credential; `nil` for a scheme without a location in a request, such as `mutualTLS`.
        public let placement: SecurityScheme.Placement?

        /// The required scopes or roles; empty if there are none.
        public let scopes: [String]

        private init(_ name: String, _ placement: SecurityScheme.Placement?, _ scopes: [String]) {
            self.name = name
            self.placement = placement
            self.scopes = scopes
        }

        /// Returns a scheme with a token in `Authorization: Bearer`.
        public static func bearer(_ name: String, scopes: String...) -> Scheme { Scheme(name, .bearer, scopes) }

        /// Returns a scheme with user name and password in `Authorization: Basic`.
        public static func basic(_ name: String, scopes: String...) -> Scheme { Scheme(name, .basic, scopes) }

        /// Returns a scheme with a key in a header field.
        public static func header(_ name: String, field: String, scopes: String...) -> Scheme {
            Scheme(name, .header(field), scopes)
        }

        /// Returns a scheme with a key in a query parameter.
        public static func query(_ name: String, parameter: String, scopes: String...) -> Scheme {
            Scheme(name, .query(parameter), scopes)
        }

        /// Returns a scheme with a key in a cookie.
        public static func cookie(_ name: String, cookie: String, scopes: String...) -> Scheme {
            Scheme(name, .cookie(cookie), scopes)
        }

        /// Returns a scheme without a location in a request, which ``ServerSecurity`` checks for every request.
        public static func other(_ name: String, scopes: String...) -> Scheme { Scheme(name, nil, scopes) }
    }

    /// The alternatives; an empty list of schemes allows a request without credentials.
    public let alternatives: [[Scheme]]

    /// Returns a requirement that any of several lists of schemes satisfies.
    public static func anyOf(_ alternatives: [Scheme]...) -> RouteSecurity { RouteSecurity(alternatives: alternatives) }

    /// A requirement that every request satisfies.
    public static let open = RouteSecurity(alternatives: [])

    /// The names of the query parameters that contain credentials.
    var queryParameters: [String] {
        alternatives.joined().compactMap { scheme in
            if case .query(let name) = scheme.placement { name } else { nil }
        }
    }

    /// The names of the cookies that contain credentials.
    var cookies: [String] {
        alternatives.joined().compactMap { scheme in
            if case .cookie(let name) = scheme.placement { name } else { nil }
        }
    }

    /// Whether a request without credentials is allowed.
    public var allowsAnonymous: Bool { alternatives.isEmpty || alternatives.contains { $0.isEmpty } }
}
