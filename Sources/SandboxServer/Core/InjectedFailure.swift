import HTTPTypes

/// An error that a ``Fault`` with a status throws instead of running an operation.
///
/// Each service converts it to its own error format.
struct InjectedFailure: Error {
    /// The status of the response.
    let status: Int

    /// The header fields, such as `Retry-After`.
    let headers: HTTPFields
}
