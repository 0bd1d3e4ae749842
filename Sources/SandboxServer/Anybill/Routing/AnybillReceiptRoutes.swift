import AnybillAPI
import APIRuntime
import HTTPTypes

/// Routes of the tag `receipts`.
struct AnybillReceiptRoutes: SandboxService {
    let receipts: AnybillReceipts

    func addRoutes(to router: SandboxRouter) {
        addReading(to: router)
        addChanging(to: router)
    }

    private func addReading(to router: SandboxRouter) {
        router.on(.get, "/api/v4/receipt", "listReceipts") { input in
            try receipts.list(
                orderBy: input.queryEnum("orderBy") ?? .unknown(""),
                orderDirection: input.queryEnum("orderByDirection") ?? .unknown(""),
                // Text that is no number counts as 0, which is out of range.
                take: input.query("take").map { Int($0) ?? 0 },
                continuationToken: input.query("continuationToken"),
                clientID: input.clientID,
                request: input.request
            ).raw
        }
        router.on(.get, "/api/v4/receipt/{receiptId}", "getReceipt") { input in
            try receipts.get(receiptId: input.path("receiptId"), clientID: input.clientID, request: input.request).raw
        }
        router.on(.get, "/api/v4/receipt/{receiptId}/pdf", "getReceiptPdf") { input in
            try receipts.pdf(
                receiptId: input.path("receiptId"),
                isPrintedVersion: input.queryBool("IsPrintedVersion"),
                includeReturnReceipts: input.queryBool("IncludeReturnReceipts"),
                clientID: input.clientID,
                request: input.request
            ).raw("application/pdf")
        }
    }

    private func addChanging(to router: SandboxRouter) {
        router.on(.post, "/api/v4/receipt/delete", "deleteReceipts") { input in
            try receipts.deleteMany(body: try input.json(), clientID: input.clientID, request: input.request).raw
        }
        router.on(.delete, "/api/v4/receipt/{receiptId}", "deleteReceipt") { input in
            try receipts.delete(receiptId: input.path("receiptId"), clientID: input.clientID, request: input.request)
                .raw
        }
        router.on(.put, "/api/v4/receipt/{receiptId}/note", "updateReceiptNote") { input in
            try receipts.updateNote(
                receiptId: input.path("receiptId"),
                body: try input.json(),
                clientID: input.clientID,
                request: input.request
            ).raw
        }
        router.on(.post, "/api/v4/receipt/{receiptId}/favourite", "toggleReceiptFavourite") { input in
            try receipts.toggleFavourite(
                receiptId: input.path("receiptId"),
                clientID: input.clientID,
                request: input.request
            ).raw
        }
    }
}

extension RouteInput {
    /// Id of the integration; `nil` when the request names none.
    var clientID: String? { request.header("X-Anybill-Client-Id") }
}
