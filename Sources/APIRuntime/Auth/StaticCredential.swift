#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A credential that never changes, such as an API key.
public struct StaticCredential: CredentialSource, Hashable {
    private let fixed: AuthCredential

    /// Creates a source with a fixed value.
    ///
    /// - Parameters:
    ///   - value: The secret in the form that the scheme requires.
    ///   - partition: The owner of cached responses; `nil` derives a stable name that does not reveal the value.
    public init(_ value: String, partition: String? = nil) {
        let name = partition ?? "key-\(SHA256Digest.hex(of: value.utf8).prefix(32))"
        fixed = AuthCredential(value: value, partition: name)
    }

    /// Returns the fixed value.
    ///
    /// - Throws: Nothing; the requirement of ``CredentialSource`` allows an ``AuthenticationError``.
    public func credential() async throws(AuthenticationError) -> AuthCredential {
        fixed
    }

    /// Returns `nil`, because there is no other credential.
    ///
    /// - Throws: Nothing; the requirement of ``CredentialSource`` allows an ``AuthenticationError``.
    public func refused(_ credential: AuthCredential) async throws(AuthenticationError) -> AuthCredential? {
        nil
    }

    /// Returns the partition that was given or derived at initialization.
    public func partition() async -> String? {
        fixed.partition
    }
}

extension CredentialSource where Self == StaticCredential {
    /// Returns a source of a token for `Authorization: Bearer`.
    ///
    /// - Parameters:
    ///   - token: The token without the word "Bearer".
    ///   - partition: The owner of cached responses; `nil` derives one.
    /// - Returns: A source of this token.
    public static func bearer(_ token: String, partition: String? = nil) -> StaticCredential {
        StaticCredential(token, partition: partition)
    }

    /// Returns a source of user and password for `Authorization: Basic` (RFC 7617), in UTF-8.
    ///
    /// - Parameters:
    ///   - user: The user's name; must not contain a colon.
    ///   - password: The password; may be empty.
    /// - Returns: A source of both; its partition is named after the user.
    public static func basic(user: String, password: String) -> StaticCredential {
        precondition(!user.utf8.contains(UInt8(ascii: ":")), "A user's name for Basic cannot contain a colon.")
        // The partition uses the user's name, because the digest of a short password could be guessed.
        return StaticCredential(Data("\(user):\(password)".utf8).base64EncodedString(), partition: "user-\(user)")
    }

    /// Returns a source of a key for a header field, a query parameter or a cookie.
    ///
    /// - Parameters:
    ///   - key: The key to send.
    ///   - partition: The owner of cached responses; `nil` derives one.
    /// - Returns: A source of this key.
    public static func apiKey(_ key: String, partition: String? = nil) -> StaticCredential {
        StaticCredential(key, partition: partition)
    }
}
