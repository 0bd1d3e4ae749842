import APIRuntime
import AnybillAPI

// Used by the module of content areas, which stores them in the store of the login.
extension AnybillContext {
    /// Returns the most recently fetched content area of a receipt; `nil` if there is none or no user is logged in.
    package func keptContentArea(of receiptId: String) async -> ContentArea? {
        await library.load()
        return try? await storage.active?.run { try $0.contentArea(of: receiptId) }
    }

    /// Fetches and stores the content area of a receipt; removes the stored one if it no longer exists.
    ///
    /// - Throws: An ``AnybillError``.
    package func fetchContentArea(of receiptId: String) async throws -> ContentArea {
        try await userCall { [self] login in
            // Read before the request: a store that is closed in the meantime stores nothing, and the next login has
            // another store.
            let store = storage.active.flatMap { $0.partition == login ? $0 : nil }
            do {
                let area = try await CredentialOwner.requiring(login) {
                    try await client.contentAreas.get(receiptId: receiptId, clientID: configuration.clientID)
                }
                try? await store?.run { try $0.save(area, of: receiptId) }
                return area
            } catch {
                let failure = ErrorMapping.error(for: error)
                if failure.code == 404 { try? await store?.run { try $0.save(nil, of: receiptId) } }
                throw failure
            }
        }
    }
}
