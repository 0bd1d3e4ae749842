import APIRuntime
import APIStorage
import AnybillAPI
import Foundation
import URLSessionTransport

// region disk
func makeCachedClient(folder: URL, session: TokenSession) throws -> AnybillClient {
    let file = folder.appending(path: "responses.sqlite")
    let cache = ResponseCache(store: try SQLiteCacheStore(url: file))
    return AnybillClient(
        credentials: AnybillCredentials(userToken: session),
        configuration: ClientConfiguration(transport: .urlSession, cache: cache)
    )
}
// endregion

// region modes
func receipt(
    _ id: String,
    of client: AnybillClient,
    isOffline: Bool
) async throws -> Receipt {
    let options = CallOptions(
        cache: isOffline ? .cacheFirst : .standard,
        cacheLifetime: .seconds(60)
    )
    return try await client.receipts.get(receiptId: id, options: options)
}
// endregion
