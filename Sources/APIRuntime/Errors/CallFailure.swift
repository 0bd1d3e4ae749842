/// A failure of a call that its operation does not document.
///
/// Generated error enums have a case for each of these beside their documented ones.
public enum CallFailure: Error, Sendable {
    /// The server answered with a status, or an error body, that the operation does not document.
    case undocumented(ReceivedAnswer)

    /// No usable answer came.
    case transport(TransportError)

    /// The answer was a success, but its body is not what the operation documents.
    case decoding(DecodingFailure)

    /// The task was cancelled.
    case cancelled

    /// The client has no usable credential for the operation. Nothing was sent, or the server refused what it had.
    case unauthenticated(AuthenticationError)

    /// Status of the answer; `nil` when there is none.
    public var status: Int? {
        switch self {
        case .undocumented(let answer): answer.status
        case .decoding(let failure): failure.status
        case .unauthenticated(let error): error.status
        case .transport, .cancelled: nil
        }
    }

    /// The failure that an answer means whose body cannot be read.
    static func unreadable(_ answer: ReceivedAnswer, _ failure: DecodingFailure) -> CallFailure {
        .decoding(failure.found(in: answer))
    }

    /// The failure that an answer means which cannot be read while it arrives.
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

extension CallFailure: CustomStringConvertible {
    /// What failed, without values.
    public var description: String {
        switch self {
        case .undocumented(let answer): "undocumented: \(answer)"
        case .transport(let error): "transport: \(error)"
        case .decoding(let failure): "decoding: \(failure)"
        case .cancelled: "cancelled"
        case .unauthenticated(let error): "unauthenticated: \(error)"
        }
    }
}
