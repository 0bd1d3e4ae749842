/// The sources of a client's credentials, by security scheme.
///
/// The generated `…Credentials` type of a module conforms.
public protocol CredentialSet: Sendable {
    /// The sources by the names of their security schemes.
    var sources: [String: any CredentialSource] { get }
}
