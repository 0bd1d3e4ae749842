/// A failure of a call that its operation does not document.
///
/// Generated error enums have a case for each of these failures after the documented ones.
public enum CallFailure {
    /// The server responded with a status, or an error body, that the operation does not document.
    case undocumented(RawResponse)

    /// No usable response was received.
    case transport(TransportError)

    /// The response was a success, but its body does not match the documented type.
    case decoding(DecodingFailure)

    /// The task was cancelled.
    case cancelled

    /// The client has no usable credential for the operation: it has none, the server refused it, or the session of the
    /// call has ended.
    case unauthenticated(AuthenticationError)

    /// The status of the response; `nil` when there is none.
    public var status: Int? {
        switch self {
        case .undocumented(let response): response.status
        case .decoding(let failure): failure.status
        case .unauthenticated(let error): error.status
        case .transport, .cancelled: nil
        }
    }

    /// Returns the failure for a response whose body cannot be read.
    static func unreadable(_ response: RawResponse, _ failure: DecodingFailure) -> CallFailure {
        interruption(failure) ?? .decoding(failure.found(in: response))
    }

    /// The failure for a response whose decoding was ended early; `nil` for all other failures.
    static func interruption(_ failure: DecodingFailure) -> CallFailure? {
        switch failure.reason {
        case .cancelled: .cancelled
        case .timedOut:
            .transport(TransportError(.timedOut, "The call's deadline passed while its response was decoded."))
        default: nil
        }
    }

    /// Returns the failure for a response that cannot be read while it arrives.
    static func unreadable(status: Int?, _ failure: DecodingFailure) -> CallFailure {
        interruption(failure) ?? .decoding(failure.found(withStatus: status))
    }

    /// Creates the failure for a transport error; a cancelled one becomes ``cancelled``.
    init(_ error: TransportError) {
        self = error.code == .cancelled ? .cancelled : .transport(error)
    }

    /// Creates the failure for an error of a credential source; one of a cancelled task becomes ``cancelled``.
    init(_ error: AuthenticationError) {
        self = error.code == .cancelled || Task.isCancelled ? .cancelled : .unauthenticated(error)
    }
}

extension CallFailure: OperationError {
    /// Creates the same failure, for calls that document no failures.
    public init(_ failure: CallFailure) {
        self = failure
    }

    /// Returns `nil`, because no status is documented.
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

    /// The kind of failure, without values of the call or the response.
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
