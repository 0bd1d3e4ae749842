internal import Foundation

/// A credential that never changes, such as an API key.
public struct StaticCredential: CredentialSource, Hashable {
    private let fixed: AuthCredential

    /// Creates a source of one value.
    ///
    /// - Parameters:
    ///   - value: The secret as the scheme wants it.
    ///   - partition: Owner of what is cached; `nil` derives a stable name from the value that does not reveal it.
    public init(_ value: String, partition: String? = nil) {
        let name = partition ?? "key-\(SHA256Digest.hex(of: value.utf8).prefix(32))"
        fixed = AuthCredential(value: value, partition: name)
    }

    /// The value, always.
    public func credential() async throws(AuthenticationError) -> AuthCredential {
        fixed
    }

    /// Always `nil`: there is nothing else to send.
    public func refused(_ credential: AuthCredential) async throws(AuthenticationError) -> AuthCredential? {
        nil
    }

    /// The owner given or derived at the start.
    public func partition() async -> String? {
        fixed.partition
    }
}

extension CredentialSource where Self == StaticCredential {
    /// A token for `Authorization: Bearer`.
    ///
    /// - Parameters:
    ///   - token: The token alone, without the word "Bearer".
    ///   - partition: Owner of what is cached; `nil` derives one.
    /// - Returns: A source of this token.
    public static func bearer(_ token: String, partition: String? = nil) -> StaticCredential {
        StaticCredential(token, partition: partition)
    }

    /// User and password for `Authorization: Basic` (RFC 7617), in UTF-8.
    ///
    /// - Parameters:
    ///   - user: The user's name; must not contain a colon.
    ///   - password: The password; may be empty.
    /// - Returns: A source of both, whose partition is named after the user.
    public static func basic(user: String, password: String) -> StaticCredential {
        precondition(!user.utf8.contains(UInt8(ascii: ":")), "A user's name for Basic cannot contain a colon.")
        // Named after the user: a digest of a short password could be guessed.
        return StaticCredential(Data("\(user):\(password)".utf8).base64EncodedString(), partition: "user-\(user)")
    }

    /// A key for a header field, a query parameter or a cookie.
    ///
    /// - Parameters:
    ///   - key: The key as sent.
    ///   - partition: Owner of what is cached; `nil` derives one.
    /// - Returns: A source of this key.
    public static func apiKey(_ key: String, partition: String? = nil) -> StaticCredential {
        StaticCredential(key, partition: partition)
    }
}
