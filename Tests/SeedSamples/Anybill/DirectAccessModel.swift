import AnybillBase
import Foundation

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// The documentation's view model with its own paging.
final class DirectAccessModel: ObservableObject {
    @Published var receipts: [Receipt] = []
    @Published var isLoading = false

    private var continuationToken: String? = nil
    private let receiptService: ReceiptProvider

    init(receiptService: ReceiptProvider) {
        self.receiptService = receiptService
    }

    var hasMore: Bool { continuationToken != nil }

    func getFirstPage() {
        isLoading = true
        receiptService.getReceipts(take: 7, orderBy: .Date, orderDirection: .Descending, continuationToken: nil) {
            result in
            switch result {
            case .success(let continuationList):
                self.handleContinuationResult(continuationReceiptList: continuationList)
            case .failure:
                self.isLoading = false
            }
        }
    }

    func getNextPage() {
        isLoading = true
        receiptService.getReceipts(
            take: 7,
            orderBy: .Date,
            orderDirection: .Descending,
            continuationToken: continuationToken
        ) { result in
            switch result {
            case .success(let continuationList):
                self.handleContinuationResult(continuationReceiptList: continuationList)
            case .failure:
                self.isLoading = false
            }
        }
    }

    func handleContinuationResult(continuationReceiptList: ContinuationReceiptList) {
        receipts.append(contentsOf: continuationReceiptList.receipts)
        if let token = continuationReceiptList.continuationToken {
            continuationToken = token
        } else {
            continuationToken = nil
        }
        isLoading = false
    }
}
