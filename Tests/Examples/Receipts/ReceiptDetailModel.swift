import AnybillBase
import Foundation

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// One receipt: its lines and totals, the user's note, and its PDF.
@MainActor
final class ReceiptDetailModel: ObservableObject {
    /// A line of the receipt, as the app shows it.
    struct Row: Equatable, Identifiable {
        /// The position on the receipt.
        let id: Int

        /// The name of the item, or a text.
        let text: String

        /// The amount with its currency; `nil` for a line of text.
        let amount: String?
    }

    /// The receipt.
    @Published private(set) var receipt: Receipt

    /// The note in the text field.
    @Published var note: String

    /// A sentence for the user about the last failure; `nil` if there is none.
    @Published var failure: String?

    private let provider: ReceiptProvider

    /// Creates a model of a receipt that the list has.
    init(_ receipt: Receipt, provider: ReceiptProvider = .shared) {
        self.receipt = receipt
        self.provider = provider
        note = receipt.misc.note ?? ""
    }

    /// The name of the shop.
    var title: String { receipt.head.seller?.name ?? "Receipt" }

    /// The sum with its currency.
    var total: String { price(receipt.data.fullAmountInclVat) }

    /// The lines, in their order on the receipt.
    var rows: [Row] {
        receipt.displayLines.enumerated().map { number, line in
            Row(id: number, text: line.text ?? "", amount: line.amount.map(price))
        }
    }

    /// Whether the note in the text field differs from the stored one.
    var canSaveNote: Bool { note != receipt.misc.note ?? "" }

    /// Stores the note of the text field.
    func saveNote() async {
        await change { [provider, receipt, note] in
            try await provider.updateReceiptNote(receiptId: receipt.id, note: note)
        }
    }

    /// Adds the receipt to the favourites, or removes it.
    func toggleFavourite() async {
        await change { [provider, receipt] in try await provider.toggleIsFavourite(receiptId: receipt.id) }
    }

    /// Returns the PDF of the receipt, for the share sheet; `nil` after a failure.
    func pdf() async -> Data? {
        do {
            return try await provider.getReceiptPdf(receiptId: receipt.id)
        } catch {
            failure = FailureMessage.text(for: error)
            return nil
        }
    }

    private func change(_ call: () async throws -> Receipt) async {
        do {
            receipt = try await call()
            failure = nil
        } catch {
            failure = FailureMessage.text(for: error)
        }
    }

    private func price(_ amount: Decimal) -> String {
        amount.formatted(.currency(code: receipt.data.currency))
    }
}
