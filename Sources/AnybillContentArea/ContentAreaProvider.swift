public import AnybillAPI
public import AnybillBase

/// Extra material, such as news or advertising, that merchants show with their receipts.
///
/// Every method exists as an `async` function, which throws an ``AnybillError``, and with a call-back on the main actor.
public final class ContentAreaProvider: Sendable {
    /// The provider of the app, configured by its settings.
    public static let shared = ContentAreaProvider(context: .shared)

    /// What the provider works on.
    public let context: AnybillContext

    /// Creates a provider over a context.
    public init(context: AnybillContext) {
        self.context = context
    }

    /// Fetches the content area of a receipt and keeps it on the device.
    ///
    /// - Parameter receiptId: The receipt.
    /// - Returns: The content area; the kept one when the service cannot be reached.
    /// - Throws: An ``AnybillError``; a `genericError` with the code 404 when the receipt has none.
    public func getContentArea(receiptId: String) async throws -> ContentArea {
        do {
            return try await context.fetchContentArea(of: receiptId)
        } catch let error as any AnybillError {
            guard error.type == .networkError, let kept = context.keptContentArea(of: receiptId) else { throw error }
            return kept
        }
    }

    /// Fetches the content area of a receipt, as ``getContentArea(receiptId:)`` does.
    public func getContentArea(
        receiptId: String,
        completion: @escaping @MainActor (AnybillResult<ContentArea>) -> Void
    ) {
        Task { @MainActor in
            do {
                completion(.success(try await getContentArea(receiptId: receiptId)))
            } catch let error as any AnybillError {
                completion(.failure(error))
            } catch {
                completion(.failure(AnybillDefaultError(type: .unknown, code: 0)))
            }
        }
    }
}
