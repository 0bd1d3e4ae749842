/// An error that may have an HTTP status.
///
/// Conform an error to it so that a ``TokenRefresher`` can distinguish a refusal by the server from a lost connection.
public protocol StatusCarrying {
    /// The status of the response; `nil` when there was none.
    var status: Int? { get }
}
