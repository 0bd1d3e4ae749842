/// The location of an operation in the specification.
public struct RouteSource: Sendable {
    /// The operation ID.
    public let operation: String

    /// The role of the host that serves the operation; `nil` for the main one.
    public let server: String?

    /// The path, with parameters in braces.
    ///
    /// The remaining path is percent-encoded.
    public let path: String
}
