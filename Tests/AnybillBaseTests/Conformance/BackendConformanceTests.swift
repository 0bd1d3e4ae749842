import APIRuntime
import AnybillBase
import AnybillServer
import Foundation
import SandboxServer
import Testing
import URLSessionTransport

@Suite("Backend conformance", .timeLimit(.minutes(2)))
@MainActor
struct BackendConformanceTests {
    @Test("20: no tokens are issued for an unknown external ID until a receipt for it has arrived")
    func implicitUser() async throws {
        try await LiveBench.run { bench async throws in
            let partner = Self.partner(bench.server)
            let vendor = AnybillVendorClient(
                account: Self.account(bench.server),
                servers: AnybillServers(all: bench.server.baseURL),
                transport: .urlSession
            )
            let error = try await #require(throws: IssueUserTokenError.self) {
                try await partner.issueToken(externalId: "new-customer")
            }
            #expect(error.status == 404)
            let store = bench.server.credentials.anybill.storeID
            _ = try await vendor.addBill(
                Self.bill(),
                storeId: store,
                user: UserIdentification(externalId: "new-customer")
            )
            let tokens = try await partner.issueToken(externalId: "new-customer")
            let app = LiveBench(bench.server)
            try await app.auth.loginTokenUser(tokenUser: tokens)
            #expect(try await app.receipts.initiateReceiptQuery().receipts.count == 1)
        }
    }

    static func account(_ server: SandboxServer) -> AnybillServiceAccount {
        let service = server.credentials.anybill.service
        return AnybillServiceAccount(
            username: service.username,
            password: service.password,
            clientID: server.credentials.anybill.clientID,
            scope: service.scope
        )
    }

    static func partner(_ server: SandboxServer) -> AnybillPartnerClient {
        AnybillPartnerClient(
            account: account(server),
            servers: AnybillServers(all: server.baseURL),
            transport: .urlSession
        )
    }

    static func bill() -> VendorBill {
        let vat = VatAmount(percentage: 7, inclVat: 2, exclVat: Decimal(string: "1.87"), vat: Decimal(string: "0.13"))
        return VendorBill(
            head: VendorHead(
                date: Date(timeIntervalSince1970: 1_740_000_000),
                number: "1",
                seller: Seller(name: "Markt")
            ),
            data: VendorBillData(
                currency: "EUR",
                fullAmountInclVat: 2,
                paymentTypes: [VendorPayment(name: "Bar", amount: 2)],
                vatAmounts: [vat],
                lines: [
                    VendorLine(
                        text: "Apfel",
                        vatAmounts: [vat],
                        fullAmountInclVat: 2,
                        item: VendorItem(quantity: 1, pricePerUnit: 2)
                    )
                ]
            )
        )
    }
}
