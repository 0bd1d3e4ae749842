extension SensibillAPIModel {
    /// Key and secret of a client.
    ///
    /// For backends; an app must not hold them.
    public struct ClientCredentials: Hashable, Sendable {
        /// The client's key; without a colon.
        public let key: String

        /// The client's secret.
        public let secret: String

        /// Creates credentials.
        public init(key: String, secret: String) {
            self.key = key
            self.secret = secret
        }
    }

    /// Access id and secret of a user.
    public struct UserCredentials: Hashable, Sendable {
        /// The user's access id; without a colon.
        public let username: String

        /// The user's access secret.
        public let password: String

        /// Creates credentials.
        public init(username: String, password: String) {
            self.username = username
            self.password = password
        }
    }
}

extension SensibillAPIModel.ClientCredentials: CustomStringConvertible, CustomReflectable {
    /// The type's name; key and secret are left out.
    public var description: String { "ClientCredentials(redacted)" }

    /// No members, so that `dump` and test failures show no secret.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension SensibillAPIModel.UserCredentials: CustomStringConvertible, CustomReflectable {
    /// The type's name; name and password are left out.
    public var description: String { "UserCredentials(redacted)" }

    /// No members, so that `dump` and test failures show no secret.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
