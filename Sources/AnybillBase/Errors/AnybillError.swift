/// What every failing call of this module gives.
///
/// `type` says what to do, `variant` which model it is. An error of the variant
/// ``AnybillErrorVariant/deleteReceiptsError`` is a ``DeleteReceiptsError``, any other an ``AnybillDefaultError``.
public protocol AnybillError: Decodable, Error {
    /// Which model the error is.
    var variant: AnybillErrorVariant { get set }

    /// Status of the response; 0 when none came, 401 when nobody is logged in.
    var code: Int { get set }

    /// Short summary by the server or by this module; `nil` when there is none.
    var title: String? { get set }

    /// Id under which the service logged the call; `nil` when it gave none.
    var traceId: String? { get set }

    /// Kind of the failure.
    var type: AnybillErrorType { get set }
}

/// Which model an ``AnybillError`` is.
public enum AnybillErrorVariant: Codable, Hashable, Sendable {
    /// An ``AnybillDefaultError``.
    case defaultError

    /// A ``DeleteReceiptsError``.
    case deleteReceiptsError
}
