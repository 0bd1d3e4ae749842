extension AuthenticationError {
    /// Creates an error for a renewal that failed without a final refusal; its message names the cause without a
    /// secret.
    init(renewing error: any Error) {
        let status = (error as? any StatusCarrying)?.status
        let message = "The token could not be renewed for now: \(Self.cause(error))"
        self.init(.unreachable, status: status, message: message)
    }

    /// Returns the description of an error that contains no value of a call or a response; for other errors, the type
    /// name.
    private static func cause(_ error: any Error) -> String {
        switch error {
        case let error as any OperationError: error.failure.map { "\($0)" } ?? "a failure that the operation documents"
        case let error as CallFailure: "\(error)"
        case let error as TransportError: "\(error)"
        case let error as DecodingFailure: "\(error)"
        default: "\(type(of: error))"
        }
    }
}
