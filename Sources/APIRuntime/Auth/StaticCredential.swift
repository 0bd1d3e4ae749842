#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A credential that never changes, such as an API key.
public struct StaticCredential: CredentialSource, Hashable {
    private let fixed: AuthCredential

    /// The reason why there is no value to send; `nil` when there is one.
    private var problem: String?

    /// Creates a source with a fixed value.
    ///
    /// - Parameters:
    ///   - value: The secret in the form that the scheme requires.
    ///   - partition: The owner of cached responses; `nil` derives a stable name that does not reveal the value.
    public init(_ value: String, partition: String? = nil) {
        let name = partition ?? "key-\(SHA256Digest.hex(of: value.utf8).prefix(32))"
        fixed = AuthCredential(value: value, partition: name)
    }

    /// Random bytes, without which the digest of a short password could be guessed.
    private static let salt = (0..<32).map { _ in UInt8.random(in: .min ... .max) }

    /// Returns a name that differs for different passwords.
    fileprivate static func partition(user: String, password: String) -> String {
        // The length separates the two.
        let text = "\(user.utf8.count) \(user)\(password)"
        return "user-\(user)-\(SHA256Digest.hex(of: salt + Array(text.utf8)).prefix(32))"
    }

    /// Creates a source without a value to send.
    fileprivate init(problem: String, partition: String) {
        self.init("", partition: partition)
        self.problem = problem
    }

    /// Returns the fixed value.
    ///
    /// - Throws: ``AuthenticationError`` with the code `missing` if the source was created from values that its scheme
    ///   cannot carry.
    public func credential() async throws(AuthenticationError) -> AuthCredential {
        if let problem { throw AuthenticationError(.missing, message: problem) }
        return fixed
    }

    /// Returns `nil`, because there is no other credential.
    ///
    /// - Throws: Never throws; ``CredentialSource`` allows an ``AuthenticationError``.
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
    ///   - user: The user's name. Basic cannot carry a name with a colon: each call then fails with
    ///     ``AuthenticationError/Code/missing``, and nothing is sent.
    ///   - password: The password; may be empty.
    ///   - partition: The owner of cached responses; `nil` derives one from the user and the password, which is another
    ///     one in each launch. With the name of the user, cached responses remain available after a launch, also to
    ///     somebody who enters a wrong password.
    /// - Returns: A source of both.
    public static func basic(user: String, password: String, partition: String? = nil) -> StaticCredential {
        let partition = partition ?? StaticCredential.partition(user: user, password: password)
        guard !user.utf8.contains(UInt8(ascii: ":")) else {
            return StaticCredential(problem: "A user's name for Basic cannot contain a colon.", partition: partition)
        }
        return StaticCredential(Data("\(user):\(password)".utf8).base64EncodedString(), partition: partition)
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
