/// The content of an ``OperationError`` of any operation.
public enum OperationErrorContent: Sendable {
    /// A documented failure: the case's name, the status of the response and the decoded body.
    case documented(String, Int, (any JSONCodable)? = nil)

    /// A documented failure whose body describes the problem as defined by RFC 9457.
    case problem(String, Int, any JSONCodable)

    /// A response that the operation does not document.
    case undocumented(RawResponse)

    /// No usable response arrived.
    case transport(TransportError)

    /// A successful response whose body is not the documented one.
    case decoding(DecodingFailure)

    /// The task was cancelled.
    case cancelled

    /// The client has no usable credential for the operation.
    case unauthenticated(AuthenticationError)
}

extension OperationErrorContent {
    /// The failure that the operation does not document; `nil` for a documented one.
    var failure: CallFailure? {
        switch self {
        case .documented, .problem: nil
        case .undocumented(let response): .undocumented(response)
        case .transport(let error): .transport(error)
        case .decoding(let failure): .decoding(failure)
        case .cancelled: .cancelled
        case .unauthenticated(let error): .unauthenticated(error)
        }
    }

    /// The name of the case of a documented failure; `nil` for any other failure.
    package var name: String? {
        switch self {
        case .documented(let name, _, _), .problem(let name, _, _): name
        default: nil
        }
    }

    /// The status of the response; `nil` when there is none.
    var status: Int? {
        switch self {
        case .documented(_, let status, _), .problem(_, let status, _): status
        default: failure?.status
        }
    }

    /// The decoded body of a documented failure.
    var body: (any JSONCodable)? {
        switch self {
        case .documented(_, _, let body): body
        case .problem(_, _, let body): body
        default: nil
        }
    }

    /// The problem that the body describes; `nil` for a body of another kind.
    var problem: HTTPProblem? {
        guard case .problem(_, _, let body) = self else { return nil }
        return HTTPProblem(body)
    }
}
