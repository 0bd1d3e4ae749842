extension CallFailure {
    /// The failure that a caller receives for an error that a stage threw.
    ///
    /// - Parameter error: The error of a built-in stage or of a user's middleware.
    init(stageError error: any Error) {
        switch error {
        case let failure as CallFailure: self = failure
        case let error as TransportError: self = CallFailure(error)
        case let error as AuthenticationError: self = CallFailure(error)
        case is CancellationError: self = .cancelled
        default: self = Task.isCancelled ? .cancelled : .transport(.middleware(error))
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
    fileprivate static func middleware(_ error: any Error) -> TransportError {
        TransportError(.middleware, "A middleware of the client failed.", underlying: "\(type(of: error))")
    }
}
