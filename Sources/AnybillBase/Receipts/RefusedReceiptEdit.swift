/// An edit that was kept without a connection, and that the service refused when it was sent.
public struct RefusedReceiptEdit: Hashable, Sendable {
    /// A change of receipts.
    public enum Change: Hashable, Sendable {
        /// The favorite flag was set to this value.
        case favourite(Bool)
        /// The note was replaced; an empty string removed it.
        case note(String)
        /// The receipts were deleted.
        case deletion
    }

    /// The ids of the receipts; more than one only for a deletion.
    public let receiptIds: [String]

    /// The change that the service has not made.
    public let change: Change

    /// The refusal.
    public let error: AnybillDefaultError

    /// Creates a refused edit.
    init(_ refusal: EditRefusal) {
        receiptIds = refusal.ids
        change =
            switch refusal.change {
            case .favourite(let value): .favourite(value ?? false)
            case .note(let text): .note(text)
            case .deletion: .deletion
            }
        error = AnybillDefaultError(
            type: .refusal(status: refusal.code),
            code: refusal.code,
            title: refusal.title,
            traceId: refusal.traceId
        )
    }
}
