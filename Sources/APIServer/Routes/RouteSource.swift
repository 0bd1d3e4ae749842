/// The location of an operation in the specification.
public struct RouteSource: Sendable {
    /// Id of the operation.
    public let operation: String

    /// Role of the host that has it; `nil` for the main one.
    public let server: String?

    /// The path, with parameters in braces; its other parts are percent-encoded.
    public let path: String
}
