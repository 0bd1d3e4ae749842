public import AnybillAPI
public import AnybillBase

/// A provider of additional content, such as news or advertising, that merchants show with their receipts.
///
/// Every method exists as an `async` method, which throws an `AnybillError`, and with a completion handler on the
/// main actor.
public final class ContentAreaProvider: Sendable {
    /// The provider of the app, configured by the app's settings.
    public static let shared = ContentAreaProvider(context: .shared)

    /// The context that the provider uses.
    public let context: AnybillContext

    /// Creates a provider for a context.
    public init(context: AnybillContext) {
        self.context = context
    }

    /// Fetches the content area of a receipt and stores it on the device.
    ///
    /// - Parameter receiptId: The id of the receipt.
    /// - Returns: The content area; the stored one if the service cannot be reached.
    /// - Throws: An `AnybillError`, a `genericError` with the code 404 if the receipt has no content area.
    public func getContentArea(receiptId: String) async throws -> ContentArea {
        try await context.contentArea(of: receiptId)
    }

    /// Fetches the content area of a receipt like ``getContentArea(receiptId:)``.
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
