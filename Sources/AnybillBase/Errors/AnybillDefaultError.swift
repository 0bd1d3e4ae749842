import APIRuntime
import AnybillAPI

/// The usual error: kind, status and what the server said.
public struct AnybillDefaultError: AnybillError, Hashable {
    /// Always ``AnybillErrorVariant/defaultError`` unless set otherwise.
    public var variant: AnybillErrorVariant

    /// Status of the response; 0 when none came, 401 when nobody is logged in.
    public var code: Int

    /// Short summary by the server or by this module.
    public var title: String?

    /// Id under which the service logged the call.
    public var traceId: String?

    /// Kind of the failure.
    public var type: AnybillErrorType

    /// Messages by faulty parameter or member; `nil` when the server gave none.
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

    /// Reads the body of a refusal; the kind follows from the status in it.
    public init(from decoder: any Decoder) throws {
        self.init(try ProblemDetails(from: decoder), status: nil)
    }

    /// Creates the error of a refused call.
    ///
    /// - Parameters:
    ///   - problem: The body of the response.
    ///   - status: Status of the response; `nil` takes the one in the body.
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
    /// The kind of a response that is no success.
    static func refusal(status: Int) -> AnybillErrorType {
        (400..<500).contains(status) ? .genericError : .unknown
    }
}
