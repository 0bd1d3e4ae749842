import APIRuntime
import AnybillAPI

/// An error for a batch of receipts of which some could not be deleted; the others were deleted.
public struct DeleteReceiptsError: AnybillError, Hashable {
    /// The variant, ``AnybillErrorVariant/deleteReceiptsError`` unless it is changed.
    public var variant: AnybillErrorVariant

    /// The status of the response.
    public var code: Int

    /// A short summary by the server.
    public var title: String?

    /// The id under which the service logged the call.
    public var traceId: String?

    /// The type of the failure, usually ``AnybillErrorType/genericError``.
    public var type: AnybillErrorType

    /// The ids of the receipts that still exist.
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

    /// Decodes the body of a partially failed batch.
    ///
    /// - Throws: `DecodingError` if the body has a different structure.
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
