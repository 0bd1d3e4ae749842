/// An error that may know the HTTP status behind it.
///
/// Conform an error to it so that a ``TokenRefresher`` can tell a refusal by the server from a lost connection.
public protocol StatusCarrying {
    /// Status of the response; `nil` when there was none.
    var status: Int? { get }
}
