import APIRuntime
import AnybillAPI

func printReceipts(of anybill: AnybillClient) async {
    do {
        let pages = anybill.receipts
            .listPages(orderBy: .date, orderDirection: .descending, take: 100)
        for try await receipt in pages.items {
            let seller = receipt.head.seller?.name ?? "unknown shop"
            print(seller, receipt.data.fullAmountInclVat)
        }
    } catch {
        print("the list ended early: \(error)")
    }
}

func markReceipt(_ id: String, with anybill: AnybillClient) async {
    do {
        let receipt = try await anybill.receipts.toggleFavourite(receiptId: id)
        print(receipt.misc.isFavourite ? "marked" : "unmarked")
    } catch .notFound(let problem) {
        print(problem.title ?? "no such receipt")
    } catch .cancelled {
        return
    } catch {
        print("request failed: \(error)")
    }
}
