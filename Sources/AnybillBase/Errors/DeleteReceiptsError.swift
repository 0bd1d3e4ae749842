import APIRuntime
import AnybillAPI

/// A batch of receipts of which some could not be deleted; the others are gone.
public struct DeleteReceiptsError: AnybillError, Hashable {
    /// Always ``AnybillErrorVariant/deleteReceiptsError`` unless set otherwise.
    public var variant: AnybillErrorVariant

    /// Status of the response.
    public var code: Int

    /// Short summary by the server.
    public var title: String?

    /// Id under which the service logged the call.
    public var traceId: String?

    /// Kind of the failure, usually ``AnybillErrorType/genericError``.
    public var type: AnybillErrorType

    /// Ids of the receipts that still exist.
    public var failedReceipts: [String]

    /// Creates an error.
    public init(failedReceipts: [String], code: Int = 400, title: String? = nil, traceId: String? = nil) {
        variant = .deleteReceiptsError
        self.code = code
        self.title = title
        self.traceId = traceId
        type = .refusal(status: code)
        self.failedReceipts = failedReceipts
    }

    /// Reads the body of a partly failed batch.
    public init(from decoder: any Decoder) throws {
        let problem = try DeleteReceiptsProblem(from: decoder)
        self.init(
            failedReceipts: problem.failedReceipts ?? [],
            code: problem.status ?? 400,
            title: problem.title,
            traceId: problem.traceId
        )
    }
}
