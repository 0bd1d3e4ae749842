import AnybillAPI

// For the module of content areas, which keeps them in the store of the login.
extension AnybillContext {
    /// The content area of a receipt as it was last fetched; `nil` when it never was or nobody is logged in.
    package func keptContentArea(of receiptId: String) -> ContentArea? {
        try? storage.current?.contentArea(of: receiptId)
    }

    /// Fetches the content area of a receipt and keeps it; one that does not exist any more is forgotten.
    ///
    /// - Throws: An ``AnybillError``.
    package func fetchContentArea(of receiptId: String) async throws -> ContentArea {
        // Taken before the call: a store that was closed meanwhile keeps nothing, and the next login has another one.
        await ready()
        let store = storage.current
        do {
            let area = try await client.contentAreas.get(receiptId: receiptId, clientID: configuration.clientID)
            try? store?.save(area, of: receiptId)
            return area
        } catch {
            let failure = ErrorMapping.error(for: error)
            if failure.code == 404 { try? store?.save(nil, of: receiptId) }
            throw failure
        }
    }
}
