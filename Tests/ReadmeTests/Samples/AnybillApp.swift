import AnybillBase
import Foundation

// region login
func showReceipts(accessToken: String, refreshToken: String) async throws {
    let tokens = TokenUser(
        accessToken: accessToken,
        expiresIn: 86_400,
        refreshToken: refreshToken
    )
    try await AuthProvider.shared.loginTokenUser(tokenUser: tokens)
    _ = try await ReceiptProvider.shared.initiateReceiptQuery()
}
// endregion

// region updates
@MainActor
func showUpdates(_ show: ([Receipt]) -> Void) async {
    for await receipts in ReceiptProvider.shared.receiptUpdates { show(receipts) }
}
// endregion

// region errors
func note(_ text: String, for id: String) async -> String? {
    do {
        _ = try await ReceiptProvider.shared.updateReceiptNote(
            receiptId: id,
            note: text
        )
        return nil
    } catch let error as any AnybillError {
        return switch error.type {
        case .noUserError, .invalidRefreshTokenError: "Please sign in again."
        case .networkError: "No connection."
        default: "The note was not saved."
        }
    } catch {
        return error.localizedDescription
    }
}
// endregion
