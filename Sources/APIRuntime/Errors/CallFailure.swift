/// A failure of a call that its operation does not document.
///
/// Generated error enums have a case for each of these after their documented ones.
public enum CallFailure {
    /// The server responded with a status, or an error body, that the operation does not document.
    case undocumented(RawResponse)

    /// No usable response came.
    case transport(TransportError)

    /// The response was a success, but its body is not what the operation documents.
    case decoding(DecodingFailure)

    /// The task was cancelled.
    case cancelled

    /// The client has no usable credential for the operation. Nothing was sent, or the server refused what it had.
    case unauthenticated(AuthenticationError)

    /// Status of the response; `nil` when there is none.
    public var status: Int? {
        switch self {
        case .undocumented(let response): response.status
        case .decoding(let failure): failure.status
        case .unauthenticated(let error): error.status
        case .transport, .cancelled: nil
        }
    }

    /// The failure that a response means whose body cannot be read.
    static func unreadable(_ response: RawResponse, _ failure: DecodingFailure) -> CallFailure {
        .decoding(failure.found(in: response))
    }

    /// The failure that a response means which cannot be read while it arrives.
    static func unreadable(status: Int?, _ failure: DecodingFailure) -> CallFailure {
        .decoding(failure.found(withStatus: status))
    }

    /// The failure that a transport's error means: a cancelled one is ``cancelled``.
    init(_ error: TransportError) {
        self = error.code == .cancelled ? .cancelled : .transport(error)
    }

    /// The failure that a credential source's error means: in a cancelled task it is ``cancelled``.
    init(_ error: AuthenticationError) {
        self = error.code == .cancelled || Task.isCancelled ? .cancelled : .unauthenticated(error)
    }
}

extension CallFailure: OperationError {
    /// Creates the same failure, for calls whose failures are not documented at all.
    public init(_ failure: CallFailure) {
        self = failure
    }

    /// No status is documented.
    public static func documented(_ response: RawResponse) -> CallFailure? { nil }

    /// The failure itself.
    public var failure: CallFailure? { self }

    /// The case and its payload.
    public var content: OperationErrorContent {
        switch self {
        case .undocumented(let response): .undocumented(response)
        case .transport(let error): .transport(error)
        case .decoding(let failure): .decoding(failure)
        case .cancelled: .cancelled
        case .unauthenticated(let error): .unauthenticated(error)
        }
    }

    /// What failed, without values.
    public var description: String {
        switch self {
        case .undocumented(let response): "undocumented: \(response)"
        case .transport(let error): "transport: \(error)"
        case .decoding(let failure): "decoding: \(failure)"
        case .cancelled: "cancelled"
        case .unauthenticated(let error): "unauthenticated: \(error)"
        }
    }
}
