import APIRuntime
import AnybillAPI

// Used by the module of content areas, which stores them in the store of the login.
extension AnybillContext {
    /// Fetches and stores the content area of a receipt; removes the stored one if it no longer exists.
    ///
    /// - Returns: The content area; the stored one of the same login if the service cannot be reached.
    /// - Throws: An ``AnybillError``, also if the login ends in the meantime.
    package func contentArea(of receiptId: String) async throws -> ContentArea {
        try await userCall { [self] login in
            // Read before the request: a store that is closed in the meantime stores nothing, and the next login has
            // another store.
            let store = storage.active.flatMap { $0.partition == login ? $0 : nil }
            do {
                let area = try await CredentialOwner.requiring(login) {
                    try await client.contentAreas.get(receiptId: receiptId, clientID: configuration.clientID)
                }
                guard area.receiptId.map({ $0.lowercased() == receiptId.lowercased() }) ?? true else {
                    throw TransportError.malformedResponse("The response has the content area of another receipt.")
                }
                try? await store?.run { try $0.save(area, of: receiptId) }
                try await require(login)
                return area
            } catch {
                let failure = ErrorMapping.error(for: error)
                if failure.code == 404 { try? await store?.run { try $0.save(nil, of: receiptId) } }
                guard failure.type == .networkError else { throw failure }
                let kept = try? await store?.run { try $0.contentArea(of: receiptId) }
                try await require(login)
                guard let kept else { throw failure }
                return kept
            }
        }
    }
}
