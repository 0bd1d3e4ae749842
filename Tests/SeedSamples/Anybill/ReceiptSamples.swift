import AnybillBase
import AnybillContentArea
import Foundation
import SandboxServer
import Testing

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

@Suite("Seed samples: receipts", .timeLimit(.minutes(1)))
@MainActor
struct ReceiptSamples {
    @Test("Direct API Access")
    func directAccess() async throws {
        try await SampleBench.run { bench in
            let model = DirectAccessModel(receiptService: bench.receiptService)
            model.getFirstPage()
            await wait(for: model.$isLoading) { !$0 }
            #expect(model.receipts.count == 7 && model.hasMore)
            model.getNextPage()
            await wait(for: model.$isLoading) { !$0 }
            #expect(model.receipts.count == 12 && !model.hasMore)
            #expect(bench.receiptService.observableReceipts.map(\.id) == model.receipts.map(\.id))
        }
    }

    @Test("Setup Live Data")
    func liveData() async throws {
        try await SampleBench.run { bench in
            let model = ReceiptListModel(receiptService: bench.receiptService)
            #expect(model.receipts.isEmpty)
            try await bench.receiptService.initiateReceiptQuery()
            #expect(model.receipts.count == 12)
        }
    }

    @Test("Fetch first page / Update receipt list")
    func firstPage() async throws {
        try await SampleBench.run { bench in
            let model = ReceiptListModel(receiptService: bench.receiptService)
            model.loadInitialReceipts()
            await wait(for: model.$isLoading) { !$0 }
            #expect(model.receipts.count == 5 && !model.finishedLoadingReceipts)
            let newest = model.receipts.first?.id
            model.sortAscending = true
            await wait(for: model.$isLoading) { !$0 }
            #expect(model.receipts.count == 5 && model.receipts.first?.id != newest)
        }
    }

    @Test("Fetch next page")
    func nextPages() async throws {
        try await SampleBench.run { bench in
            let model = ReceiptListModel(receiptService: bench.receiptService)
            for expected in [5, 10, 12] {
                model.loadReceipts()
                await wait(for: model.$isLoading) { !$0 }
                #expect(model.receipts.count == expected)
            }
            #expect(model.finishedLoadingReceipts)
        }
    }

    @Test("Mark a receipt as favourite")
    func favourite() async throws {
        try await SampleBench.run { bench in
            let receipt = try #require(try await bench.receiptService.initiateReceiptQuery().receipts.first)
            let model = ReceiptModel(receipt: receipt, receiptService: bench.receiptService)
            model.toggleFavourite()
            await wait(for: model.$receipt) { $0.misc.isFavourite != receipt.misc.isFavourite }
            #expect(bench.receiptService.observableReceipts.first == model.receipt)
        }
    }

    @Test("Set custom note for receipt")
    func note() async throws {
        try await SampleBench.run { bench in
            let receipt = try #require(try await bench.receiptService.initiateReceiptQuery().receipts.first)
            let model = ReceiptModel(receipt: receipt, receiptService: bench.receiptService)
            model.setNote(note: "for the tax folder")
            await wait(for: model.$receipt) { $0.misc.note == "for the tax folder" }
            #expect(bench.receiptService.observableReceipts.first?.misc.note == "for the tax folder")
        }
    }

    @Test("Filtering receipt list")
    func filtering() async throws {
        try await SampleBench.run { bench in
            let model = ReceiptListModel(receiptService: bench.receiptService, batchSize: 100)
            model.loadReceipts()
            await wait(for: model.$isLoading) { !$0 }
            let id = try #require(model.receipts.first { !$0.misc.isFavourite }?.id)
            try await bench.receiptService.toggleIsFavourite(receiptId: id)
            try await bench.receiptService.updateReceiptNote(receiptId: id, note: "Xylophon")
            model.searchText = "xylophon"
            #expect(model.filteredReceipts.map(\.id) == [id])
            model.showFavourites = true
            #expect(model.filteredReceipts.map(\.id) == [id])
            model.searchText = ""
            #expect(model.filteredReceipts.allSatisfy { $0.misc.isFavourite })
        }
    }

    @Test("Export as PDF")
    func pdf() async throws {
        try await SampleBench.run { bench in
            let receipt = try #require(try await bench.receiptService.getReceipts().receipts.first)
            let model = ReceiptModel(receipt: receipt, receiptService: bench.receiptService)
            model.loadPdf()
            await wait(for: model.$pdfData) { $0 != nil }
            #expect(model.pdfData?.starts(with: Data("%PDF-".utf8)) == true)
        }
    }

    @Test("Deleting receipts: Example Use Case for Error Handling")
    func deleting() async throws {
        try await SampleBench.run { bench in
            try await bench.receiptService.initiateReceiptQuery()
            let id = try #require(bench.receiptService.observableReceipts.first?.id)
            let unknown = "4d8b1eb1-a1c6-45da-a271-5ab1167d6018"
            let failed: [String]? = await withCheckedContinuation { done in
                bench.receiptService.deleteReceipts(receiptIds: [id, unknown]) { result in
                    switch result {
                    case .success:
                        done.resume(returning: [])
                    case .failure(let error):
                        switch error.type {
                        case .genericError:
                            if let deleteError = error as? DeleteReceiptsError {
                                done.resume(returning: deleteError.failedReceipts)
                            } else {
                                done.resume(returning: nil)
                            }
                        default:
                            done.resume(returning: nil)
                        }
                    }
                }
            }
            #expect(failed == [unknown])
            #expect(bench.receiptService.observableReceipts.count == 11)
        }
    }

    @Test("Get content area")
    func contentArea() async throws {
        try await SampleBench.run(receipts: 30) { bench in
            let contentAreaService = ContentAreaProvider(context: bench.context)
            var found = 0
            for receipt in try await bench.receiptService.getReceipts().receipts {
                let receiptId: String = receipt.id
                let area: ContentArea? = await withCheckedContinuation { done in
                    contentAreaService.getContentArea(receiptId: receiptId) { result in
                        switch result {
                        case .success(let contentArea):
                            done.resume(returning: contentArea)
                        case .failure(let error):
                            #expect(error.type == .genericError && error.code == 404)
                            done.resume(returning: nil)
                        }
                    }
                }
                if area?.receiptId == receiptId { found += 1 }
            }
            #expect(found > 0)
        }
    }
}
