import HTTPTypes

/// Thrown in place of an operation by a ``Fault`` with a status, so that each service words it its own way.
struct InjectedFailure: Error {
    /// The status to respond with.
    let status: Int

    /// Header fields such as `Retry-After`.
    let headers: HTTPFields
}
