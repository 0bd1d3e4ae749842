import AnybillBase
import Foundation

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// The documentation's view model of one receipt: favorite flag, note, PDF.
final class ReceiptModel: ObservableObject {
    @Published var receipt: Receipt
    @Published var pdfData: Data?
    @Published var lastError: AnybillErrorType?

    private let receiptService: ReceiptProvider

    init(receipt: Receipt, receiptService: ReceiptProvider) {
        self.receipt = receipt
        self.receiptService = receiptService
    }

    func toggleFavourite() {
        receiptService.toggleIsFavourite(receiptId: receipt.id) { result in
            switch result {
            case .success(let receipt):
                self.receipt = receipt
            case .failure(let error):
                self.lastError = error.type
            }
        }
    }

    func setNote(note: String) {
        receiptService.updateReceiptNote(receiptId: receipt.id, note: note) { result in
            switch result {
            case .success(let receipt):
                self.receipt = receipt
            case .failure(let error):
                self.lastError = error.type
            }
        }
    }

    func loadPdf() {
        receiptService.getReceiptPdf(receiptId: receipt.id) { result in
            switch result {
            case .success(let data):
                self.pdfData = data
            case .failure(let error):
                self.lastError = error.type
            }
        }
    }
}
