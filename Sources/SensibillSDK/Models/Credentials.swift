extension SensibillAPIModel {
    /// The key and secret of a client.
    ///
    /// For backends only; an app must not contain them.
    public struct ClientCredentials: Hashable, Sendable {
        /// The client's key, which must not contain a colon.
        public let key: String

        /// The client's secret.
        public let secret: String

        /// Creates credentials.
        public init(key: String, secret: String) {
            self.key = key
            self.secret = secret
        }
    }

    /// The access id and secret of a user.
    public struct UserCredentials: Hashable, Sendable {
        /// The user's access id, which must not contain a colon.
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
    /// The name of the type, without key and secret.
    public var description: String { "ClientCredentials(redacted)" }

    /// A mirror without children, so that `dump` and test failures reveal no secret.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension SensibillAPIModel.UserCredentials: CustomStringConvertible, CustomReflectable {
    /// The name of the type, without name and password.
    public var description: String { "UserCredentials(redacted)" }

    /// A mirror without children, so that `dump` and test failures reveal no secret.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
