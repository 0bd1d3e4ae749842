public import Foundation

extension AnybillError {
    /// The type, the status and the trace id on one line, for logs; contains no string of the server but the trace id.
    fileprivate var summary: String {
        let status = code == 0 ? "" : ", status \(code)"
        let trace = traceId.map { ", trace id \($0)" } ?? ""
        return "\(type)\(status)\(trace)"
    }

    /// The title, or a sentence for the type.
    fileprivate var sentence: String {
        if let title, !title.isEmpty { return title }
        return switch type {
        case .genericError: "The service rejected the request (status \(code))."
        case .networkError: "The service could not be reached. Try again when the device is online."
        case .invalidRefreshTokenError: "The session has ended. Log in again."
        case .noUserError: "No user is logged in."
        case .unknown: code == 0 ? "The call failed." : "The call failed (status \(code))."
        }
    }
}

extension AnybillDefaultError: LocalizedError, CustomStringConvertible {
    /// The type, the status and the trace id, for logs.
    ///
    /// Contains neither ``title`` nor ``errors``, which may quote the request.
    public var description: String { "AnybillDefaultError.\(summary)" }

    /// The title, or a sentence for the type; for people.
    public var errorDescription: String? { sentence }
}

extension DeleteReceiptsError: LocalizedError, CustomStringConvertible {
    /// The type, the status, the trace id and the number of receipts that still exist, for logs.
    public var description: String { "DeleteReceiptsError.\(summary), \(failedReceipts.count) not deleted" }

    /// The number of receipts that still exist, in one sentence.
    public var errorDescription: String? {
        failedReceipts.count == 1
            ? "One receipt could not be deleted." : "\(failedReceipts.count) receipts could not be deleted."
    }
}
