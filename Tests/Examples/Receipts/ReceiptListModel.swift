import AnybillBase
import Foundation

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// The list of the user's receipts, with pages, a search and favourites.
///
/// The provider stores the receipts on the device, so the list is there at once when the app starts without a
/// connection.
@MainActor
final class ReceiptListModel: ObservableObject {
    /// All receipts that the device has, newest first.
    @Published private(set) var receipts: [Receipt] = []

    /// Whether the service has no further receipts.
    @Published private(set) var isComplete = false

    /// Whether a page is on its way.
    @Published private(set) var isLoading = false

    /// A sentence for the user about the last failure; `nil` if there is none.
    @Published var failure: String?

    /// The text in the search field.
    @Published var searchText = ""

    /// Whether only favourites are shown.
    @Published var showsOnlyFavourites = false

    private let provider: ReceiptProvider
    private let pageSize: Int

    /// Creates a list that follows a provider.
    ///
    /// - Parameters:
    ///   - provider: The provider of the user's receipts.
    ///   - pageSize: The number of receipts on a page.
    init(provider: ReceiptProvider = .shared, pageSize: Int = 20) {
        self.provider = provider
        self.pageSize = pageSize
        provider.$observableReceipts.assign(to: &$receipts)
        provider.$finishedLoadingReceipts.assign(to: &$isComplete)
    }

    /// The receipts that match the search and the filter.
    var shownReceipts: [Receipt] {
        let found = searchText.isEmpty ? receipts : receipts.searchReceipts(for: searchText)
        return showsOnlyFavourites ? found.filter(\.misc.isFavourite) : found
    }

    /// Fetches the first page, and with it the changes that were made elsewhere.
    func refresh() async {
        await load { [provider, pageSize] in try await provider.initiateReceiptQuery(take: pageSize) }
    }

    /// Fetches the next page when the last receipt becomes visible.
    ///
    /// - Parameter receipt: The receipt that became visible.
    func appeared(_ receipt: Receipt) async {
        guard receipt.id == receipts.last?.id, !isComplete else { return }
        await load { [provider, pageSize] in try await provider.continueReceiptQuery(take: pageSize) }
    }

    /// Adds a receipt to the favourites, or removes it.
    ///
    /// The list shows the change at once; the provider takes it back if the service refuses it.
    func toggleFavourite(_ receipt: Receipt) async {
        await report { [provider] in try await provider.toggleIsFavourite(receiptId: receipt.id) }
    }

    /// Deletes a receipt.
    func delete(_ receipt: Receipt) async {
        await report { [provider] in try await provider.deleteReceipt(receiptId: receipt.id) }
    }

    private func load(_ page: () async throws -> ContinuationReceiptList) async {
        guard !isLoading else { return }
        isLoading = true
        await report(page)
        isLoading = false
    }

    private func report<Value>(_ call: () async throws -> Value) async {
        do {
            _ = try await call()
            failure = nil
        } catch {
            failure = FailureMessage.text(for: error)
        }
    }
}
