import APIRuntime
import APIStorage
import AnybillAPI
import Foundation
import URLSessionTransport

// region disk
func makeCachedClient(folder: URL, session: TokenSession) throws -> AnybillClient {
    let store = try SQLiteCacheStore(url: folder.appending(path: "responses.sqlite"))
    return AnybillClient(
        credentials: AnybillCredentials(userToken: session),
        configuration: ClientConfiguration(transport: .urlSession, cache: ResponseCache(store: store))
    )
}
// endregion

// region modes
func receipt(_ id: String, of client: AnybillClient, isOffline: Bool) async throws -> Receipt {
    try await client.receipts.get(
        receiptId: id,
        options: CallOptions(cache: isOffline ? .cacheFirst : .standard, cacheLifetime: .seconds(60))
    )
}
// endregion
