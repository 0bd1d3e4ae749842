/// The error type of an operation: its documented failures, and those that any call can have.
///
/// Generated enums conform. A hand-written one for tests needs two cases at least:
///
/// ```swift
/// enum PingError: OperationError {
///     case tooEarly(Problem)
///     case other(CallFailure)
///
///     init(_ failure: CallFailure) { self = .other(failure) }
///
///     static func documented(_ response: RawResponse) throws(DecodingFailure) -> PingError? {
///         response.status == 425 ? .tooEarly(try response.json()) : nil
///     }
///
///     var failure: CallFailure? { if case .other(let failure) = self { failure } else { nil } }
///     var status: Int? { failure.map(\.status) ?? 425 }
/// }
/// ```
public protocol OperationError: Error, Sendable, StatusCarrying {
    /// Creates the error for a failure that the operation does not document.
    init(_ failure: CallFailure)

    /// Creates the error for a response that is not a success.
    ///
    /// - Returns: The documented failure; `nil` for a status that the operation does not document.
    /// - Throws: When the body is not the documented one, which makes the response an undocumented one.
    static func documented(_ response: RawResponse) throws(DecodingFailure) -> Self?

    /// The failure that the operation does not document; `nil` for a documented one.
    var failure: CallFailure? { get }

    /// Status of the server's response; `nil` when there is none.
    var status: Int? { get }

    /// The body that the specification documents for the failure, decoded; `nil` when it documents none.
    ///
    /// A body of text is a `String`, one of bytes is `Data`.
    var body: (any JSONCodable)? { get }
}

extension OperationError {
    /// No body is documented.
    public var body: (any JSONCodable)? { nil }
}

extension CallFailure: OperationError {
    /// Takes the failure as it is: for calls whose failures are not documented at all.
    public init(_ failure: CallFailure) {
        self = failure
    }

    /// No status is documented.
    public static func documented(_ response: RawResponse) -> CallFailure? { nil }

    /// The failure itself.
    public var failure: CallFailure? { self }
}
