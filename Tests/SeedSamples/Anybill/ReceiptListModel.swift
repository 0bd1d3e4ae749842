import AnybillBase
import Foundation

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// The documentation's view model of a list: published receipts, search, favorites, pages.
final class ReceiptListModel: ObservableObject {
    @Published var receipts: [Receipt] = []
    @Published var searchText = ""
    @Published var sortAscending = false {
        didSet {
            loadInitialReceipts()
        }
    }
    @Published var showFavourites = false
    @Published var isLoading = false
    @Published var lastError: AnybillErrorType?

    private let receiptService: ReceiptProvider
    private let batchSize: Int
    private var totalReceipts: Int?
    private var cancellables = Set<AnyCancellable>()

    init(receiptService: ReceiptProvider, batchSize: Int = 5) {
        self.receiptService = receiptService
        self.batchSize = batchSize
        observeReceipts()
    }

    private func observeReceipts() {
        receiptService.$observableReceipts
            .sink { [weak self] in
                self?.receipts = $0
            }
            .store(in: &cancellables)
    }

    var filteredReceipts: [Receipt] {
        if showFavourites {
            return receipts.filter { $0.misc.isFavourite }.searchReceipts(for: searchText)
        } else {
            return receipts.searchReceipts(for: searchText)
        }
    }

    var finishedLoadingReceipts: Bool {
        if let totalReceipts = totalReceipts {
            return receipts.count >= totalReceipts
        }
        return false
    }

    func loadReceipts() {
        guard !finishedLoadingReceipts && !isLoading else { return }

        isLoading = true

        if receipts.isEmpty {
            loadInitialReceipts()
        } else {
            loadNextReceipts()
        }
    }

    func loadInitialReceipts() {
        isLoading = true
        receiptService.initiateReceiptQuery(take: batchSize, orderDirection: sortAscending ? .Ascending : .Descending) {
            result in
            switch result {
            case .success(let continuationResponse):
                self.totalReceipts = continuationResponse.totalCount
            case .failure(let error):
                switch error.type {
                case .genericError, .networkError, .noUserError, .invalidRefreshTokenError:
                    self.lastError = error.type
                default:
                    self.lastError = .unknown
                }
            }
            self.isLoading = false
        }
    }

    func loadNextReceipts() {
        receiptService.continueReceiptQuery(take: batchSize) { result in
            switch result {
            case .success:
                self.isLoading = false
            case .failure(let error):
                self.lastError = error.type
                self.isLoading = false
            }
        }
    }
}
