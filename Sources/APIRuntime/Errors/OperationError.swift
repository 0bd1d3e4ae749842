#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The error type of one operation: its documented failures, and the failures common to all calls.
///
/// The generator emits a distinct enum for each operation. Its cases satisfy the requirements that create an error, and
/// ``content`` is its only `switch`; the protocol provides everything else. Declare an enum in a test in the same way:
///
/// ```swift
/// enum PingError: OperationError {
///     case tooEarly(Problem)
///     case undocumented(RawResponse)
///     case transport(TransportError)
///     case decoding(DecodingFailure)
///     case cancelled
///     case unauthenticated(AuthenticationError)
///
///     static func documented(_ response: RawResponse) throws(DecodingFailure) -> Self? {
///         response.status == 425 ? .tooEarly(try response.json()) : nil
///     }
///
///     var content: OperationErrorContent {
///         switch self {
///         case .tooEarly(let body): .problem("tooEarly", 425, body)
///         case .undocumented(let response): .undocumented(response)
///         case .transport(let error): .transport(error)
///         case .decoding(let failure): .decoding(failure)
///         case .cancelled: .cancelled
///         case .unauthenticated(let error): .unauthenticated(error)
///         }
///     }
/// }
/// ```
public protocol OperationError: LocalizedError, Sendable, StatusCarrying, CustomStringConvertible {
    /// Creates the error for a response with a status, or an error body, that the operation does not document.
    static func undocumented(_ response: RawResponse) -> Self

    /// Creates the error for a call that received no usable response.
    static func transport(_ error: TransportError) -> Self

    /// Creates the error for a successful response whose body does not match the documented type.
    static func decoding(_ failure: DecodingFailure) -> Self

    /// The error for a cancelled task.
    static var cancelled: Self { get }

    /// Creates the error for a call without a usable credential.
    static func unauthenticated(_ error: AuthenticationError) -> Self

    /// Creates the error for a response that is not a success.
    ///
    /// - Returns: The documented failure; `nil` for a status that the operation does not document.
    /// - Throws: ``DecodingFailure`` if the body does not match the documented type; the response then counts as
    ///   undocumented.
    static func documented(_ response: RawResponse) throws(DecodingFailure) -> Self?

    /// The case and its payload, without the operation's type.
    var content: OperationErrorContent { get }
}

extension OperationError {
    /// Creates the error for a failure that the operation does not document.
    public init(_ failure: CallFailure) {
        self =
            switch failure {
            case .undocumented(let response): Self.undocumented(response)
            case .transport(let error): Self.transport(error)
            case .decoding(let failure): Self.decoding(failure)
            case .cancelled: Self.cancelled
            case .unauthenticated(let error): Self.unauthenticated(error)
            }
    }

    /// The failure that the operation does not document; `nil` for a documented one.
    public var failure: CallFailure? { content.failure }

    /// Whether the server may have acted on the call; `false` if it certainly has not, so that the call can be repeated.
    ///
    /// Every response of the server counts as an effect, because only its status says whether there was one.
    public var mayHaveActed: Bool {
        switch failure {
        case .transport(let error): !error.sent.isNothing
        // The session of a call can end after the call was sent.
        case .unauthenticated(let error): error.endsSession
        case .undocumented, .decoding, .cancelled, nil: true
        }
    }

    /// The status of the server's response; `nil` when there is none.
    public var status: Int? { content.status }

    /// The decoded body of a documented failure; `nil` when the OpenAPI document describes none.
    ///
    /// A plain text body is a `String`, and a binary body is `Data`.
    public var body: (any JSONCodable)? { content.body }

    /// The problem details of a documented failure; `nil` when the OpenAPI document describes another body, or none.
    ///
    /// An operation whose problems all have one schema has a property of the same name with that schema's type.
    public var problem: HTTPProblem? { content.problem }
}
