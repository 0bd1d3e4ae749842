import APIRuntime
import AnybillAPI

/// The default error, with its type, status and the server's description.
public struct AnybillDefaultError: AnybillError, Hashable {
    /// The variant, ``AnybillErrorVariant/defaultError`` unless it is changed.
    public var variant: AnybillErrorVariant

    /// The status of the response; 0 if none was received, 401 if no user is logged in.
    public var code: Int

    /// A short summary by the server or by this module.
    public var title: String?

    /// The id under which the service logged the call.
    public var traceId: String?

    /// The type of the failure.
    public var type: AnybillErrorType

    /// The messages by invalid parameter or property; `nil` if the server returned none.
    public var errors: [String: [String]]?

    /// Creates an error.
    public init(
        type: AnybillErrorType,
        code: Int,
        title: String? = nil,
        traceId: String? = nil,
        errors: [String: [String]]? = nil
    ) {
        variant = .defaultError
        self.code = code
        self.title = title
        self.traceId = traceId
        self.type = type
        self.errors = errors
    }

    /// Decodes the body of an error response; its status determines the type.
    ///
    /// - Throws: `DecodingError` if the body has a different structure.
    public init(from decoder: any Decoder) throws {
        self.init(try ProblemDetails(from: decoder), status: nil)
    }

    /// Creates the error of an error response.
    ///
    /// - Parameters:
    ///   - problem: The body of the response.
    ///   - status: The status of the response; `nil` uses the one in the body.
    init(_ problem: ProblemDetails?, status: Int?) {
        let code = status ?? problem?.status ?? 0
        self.init(
            type: .refusal(status: code),
            code: code,
            title: problem?.title ?? problem?.detail,
            traceId: problem?.traceId,
            errors: problem?.errors
        )
    }
}

extension AnybillErrorType {
    /// Returns the type of an error response.
    static func refusal(status: Int) -> AnybillErrorType {
        (400..<500).contains(status) ? .genericError : .unknown
    }
}
