import APIRuntime
import AnybillAPI

// region items
func sum(of client: AnybillClient) async throws -> Int {
    let pages = client.receipts
        .listPages(orderBy: .date, orderDirection: .descending, take: 100)
    var count = 0
    for try await _ in pages.prefetching().items { count += 1 }
    return count
}
// endregion

// region pages
func show(_ client: AnybillClient) async throws {
    let pages = client.receipts
        .listPages(orderBy: .date, orderDirection: .ascending, take: 50)
    for try await page in pages {
        print("\(page.items.count) receipts")
    }
}
// endregion
