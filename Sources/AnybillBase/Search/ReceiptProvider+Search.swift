import AnybillAPI

extension ReceiptProvider {
    /// Searches all receipts on the device, best match first.
    ///
    /// Receipts are found as soon as they are in ``observableReceipts``. Nothing is sent.
    ///
    /// - Throws: An ``AnybillError``; `noUserError` when nobody is logged in.
    public func search(_ search: ReceiptSearch) async throws -> [ReceiptSearchHit] {
        try await context.call { [context] in
            guard let store = context.storage.current else { throw ErrorMapping.noUser }
            return try await store.search(search)
        }
    }

    /// Searches all receipts on the device for words.
    ///
    /// - Throws: An ``AnybillError``; `noUserError` when nobody is logged in.
    public func search(_ text: String) async throws -> [ReceiptSearchHit] {
        try await search(ReceiptSearch(text))
    }

    /// Searches all receipts on the device, with a call-back.
    public func search(
        _ search: ReceiptSearch,
        completion: @escaping @MainActor (AnybillResult<[ReceiptSearchHit]>) -> Void
    ) {
        deliver(to: completion) { try await self.search(search) }
    }
}
