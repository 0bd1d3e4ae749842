/// An error of a call of this module.
///
/// `type` determines how to handle the error, and `variant` its concrete type. An error with the variant
/// ``AnybillErrorVariant/deleteReceiptsError`` is a ``DeleteReceiptsError``, any other an ``AnybillDefaultError``.
public protocol AnybillError: Decodable, Error {
    /// The variant, which determines the concrete type.
    var variant: AnybillErrorVariant { get set }

    /// The status of the response; 0 if none was received, 401 if no user is logged in.
    var code: Int { get set }

    /// A short summary by the server or by this module; `nil` if there is none.
    var title: String? { get set }

    /// The id under which the service logged the call; `nil` if the response has none.
    var traceId: String? { get set }

    /// The type of the failure.
    var type: AnybillErrorType { get set }
}

/// The variant of an ``AnybillError``, which determines its concrete type.
public enum AnybillErrorVariant: Codable, Hashable, Sendable {
    /// An ``AnybillDefaultError``.
    case defaultError

    /// A ``DeleteReceiptsError``.
    case deleteReceiptsError
}
