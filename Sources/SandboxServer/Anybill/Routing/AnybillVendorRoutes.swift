import AnybillAPI
import APIRuntime
import HTTPTypes

/// Routes of the vendor API, and of the pages that bills' addresses lead to.
struct AnybillVendorRoutes: SandboxService {
    let bills: AnybillVendorBills

    func addRoutes(to router: SandboxRouter) {
        router.on(.post, "/api/v3/bill", "addBill") { input in
            try bills.add(body: try input.json(), request: input.request).raw
        }
        router.on(.get, "/api/v3/bill/url", "getBillUrl") { input in
            try bills.url(storeId: input.query("storeId") ?? "", request: input.request).raw
        }
        router.on(.delete, "/api/v3/bill/{billId}", "cancelBill") { input in
            try bills.cancel(billId: input.path("billId"), request: input.request).raw
        }
        router.on(.get, "/bill/{billId}", "sandbox.billPage") { input in
            bills.page(billId: input.path("billId"))?.raw("application/pdf") ?? RawReply(status: 404)
        }
    }
}
