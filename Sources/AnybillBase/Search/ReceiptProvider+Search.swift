import AnybillAPI

extension ReceiptProvider {
    /// Searches all receipts on the device, best match first.
    ///
    /// A receipt can be found from the moment it is in ``observableReceipts``. No request is sent.
    ///
    /// - Throws: An ``AnybillError``, of the type `noUserError` if no user is logged in.
    public func search(_ search: ReceiptSearch) async throws -> [ReceiptSearchHit] {
        try await context.userCall(followsLogin: true) { [context] login in
            guard let store = context.storage.active, store.partition == login else { throw ErrorMapping.noUser }
            var hits: [ReceiptSearchHit]?
            if await context.library.isStored {
                do {
                    hits = try await store.search(search)
                } catch {
                    // The login has ended. Otherwise, the list contains all that the store has.
                    if store.isClosed { throw error }
                }
            }
            return try await context.library.shown(hits, of: search, login: login)
        }
    }

    /// Searches all receipts on the device for words.
    ///
    /// - Throws: An ``AnybillError``, of the type `noUserError` if no user is logged in.
    public func search(_ text: String) async throws -> [ReceiptSearchHit] {
        try await search(ReceiptSearch(text))
    }

    /// Searches all receipts on the device and calls a completion handler with the matches.
    public func search(
        _ search: ReceiptSearch,
        completion: @escaping @MainActor (AnybillResult<[ReceiptSearchHit]>) -> Void
    ) {
        context.deliver(to: completion) { try await self.search(search) }
    }
}
