/// The error of a closure that changes the chunks of a body, kept apart from errors of the transfer.
struct ChunkTransformError: Error {
    /// The error of the closure.
    let cause: any Error

    /// The error as a reader of the whole body receives it.
    var transportError: TransportError {
        switch cause {
        case let error as TransportError: error
        case is CancellationError: .cancelled
        default: .middleware(cause)
        }
    }
}

extension TransportError.Code {
    /// A middleware of the app failed.
    ///
    /// ``TransportError/underlying`` names the type of its error. Such a failure is never retried.
    public static let middleware = TransportError.Code(rawValue: "middleware")
}

extension TransportError {
    /// The error of a middleware, without its values.
    static func middleware(_ error: any Error) -> TransportError {
        TransportError(.middleware, "A middleware of the client failed.", underlying: "\(type(of: error))")
    }
}
