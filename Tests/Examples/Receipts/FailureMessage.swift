import AnybillBase
import Foundation

/// The sentences that the app shows for failures.
enum FailureMessage {
    /// Returns a sentence for a failure; `nil` if the user cancelled the call.
    static func text(for error: any Error) -> String? {
        guard !(error is CancellationError) else { return nil }
        guard let error = error as? any AnybillError else { return error.localizedDescription }
        return switch error.type {
        case .networkError: "There is no connection. Your receipts on this device are still here."
        case .noUserError, .invalidRefreshTokenError: "Please sign in again."
        case .genericError: error.title ?? "The service did not accept this."
        case .unknown: "Something went wrong. Please try again later."
        }
    }
}
