import AnybillAPI
import APIRuntime
import HTTPTypes

/// Routes of the partner platform.
struct AnybillPartnerRoutes: SandboxService {
    let users: AnybillPartnerUsers
    let receipts: AnybillPartnerReceipts

    func addRoutes(to router: SandboxRouter) {
        addUsers(to: router)
        router.on(.get, "/api/v3/user/{userId}/receipt", "listUserReceipts") { input in
            try receipts.list(
                userId: input.path("userId"),
                skip: input.query("skip").map { Int($0) ?? -1 },
                take: input.query("take").map { Int($0) ?? 0 },
                request: input.request
            ).raw
        }
        router.on(.post, "/api/v3/user/{userId}/receipt/{receiptId}", "attachReceipt") { input in
            try receipts.attach(
                userId: input.path("userId"),
                receiptId: input.path("receiptId"),
                request: input.request
            ).raw
        }
        router.on(.get, "/api/v3/user/{userId}/receipt/{receiptId}/pdf", "getUserReceiptPdf") { input in
            try receipts.pdf(
                userId: input.path("userId"),
                receiptId: input.path("receiptId"),
                request: input.request
            ).raw("application/pdf")
        }
    }

    private func addUsers(to router: SandboxRouter) {
        router.on(.post, "/api/v3/user", "createUser") { input in
            try users.create(body: input.body.isEmpty ? nil : try input.json(), request: input.request).raw
        }
        router.on(.post, "/api/v3/user/token", "issueUserToken") { input in
            try users.issueToken(body: try input.json(), request: input.request).raw
        }
        router.on(.delete, "/api/v3/user/{userId}", "deleteUser") { input in
            try users.delete(userId: input.path("userId"), request: input.request).raw
        }
    }
}
