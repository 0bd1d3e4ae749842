extension AuthenticationError {
    /// No response came that settles whether the refresh token is good; the message says why, without a secret.
    init(renewing error: any Error) {
        let status = (error as? any StatusCarrying)?.status
        let message = "The token could not be renewed for now: \(Self.cause(error))"
        self.init(.unreachable, status: status, message: message)
    }

    /// What an error says of itself where that holds no value of a call or a response; else its type.
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
