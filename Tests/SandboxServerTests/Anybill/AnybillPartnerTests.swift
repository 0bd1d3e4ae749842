import APIRuntime
import AnybillAPI
import Foundation
import HTTPTypes
import Testing

@testable import SandboxServer

@Suite("Anybill partner platform and vendor API", .timeLimit(.minutes(1)))
struct AnybillPartnerTests {
    private let small = SandboxConfiguration(receipts: 3)

    @Test("an unknown external ID has no token until its first bill, whose receipt is then listed")
    func implicitUser() async throws {
        try await AnybillFixture.run(small) { fixture in
            let request = UserTokenRequest(externalId: "C-9")
            let error = await #expect(throws: IssueUserTokenError.self) {
                try await fixture.service.partnerUsers.issueToken(body: request)
            }
            #expect(error?.status == 404)
            let result = try await fixture.service.vendorBills.add(
                body: bill(for: UserIdentification(externalId: "C-9"))
            )
            guard case .ok(.assignment(let assignment)) = result else { throw Unexpected() }
            #expect(assignment.type == .externalId && assignment.isAssigned)
            let token = try await fixture.service.partnerUsers.issueToken(body: request)
            let client = fixture.client(user: StaticCredential.bearer(token.accessToken))
            let user = try await client.users.current()
            #expect(user.externalId == "C-9" && user.isAnonymous && user.email.isEmpty)
            let receipts = try await fixture.page(as: client).items
            #expect(receipts.map(\.id) == [assignment.billId])
        }
    }

    @Test("the extensions of a bill become properties of the receipt")
    func mapping() async throws {
        try await AnybillFixture.run(small) { fixture in
            let user = UserIdentification(userId: fixture.accounts.user.id)
            guard
                case .ok(.assignment(let added)) = try await fixture.service.vendorBills.add(body: bill(for: user))
            else {
                throw Unexpected()
            }
            let receipt = try await fixture.user.receipts.get(receiptId: try #require(added.billId))
            #expect(receipt.data.paymentMethods?.first?.type == .cardPayment)
            #expect(receipt.data.fullAmountInclVat == Decimal(string: "7.48"))
            guard case .defaultLine(let line)? = receipt.data.lines?.first else { throw Unexpected() }
            #expect(line.discounts?.map(\.discountId) == ["APP-COUPON"])
            #expect(line.item?.pricePerUnitBeforeDiscounts == Decimal(string: "3.99"))
            guard case .textLine(let text)? = receipt.data.lines?.last else { throw Unexpected() }
            #expect(text.text == "Members save more")
            #expect(receipt.misc.cashierName == "Till 3" && !receipt.misc.isFavourite)
            #expect(try await fixture.page().items.first?.id == receipt.id)
        }
    }

    @Test("a bill without a user gets an address and can be assigned to a user once")
    func anonymousBill() async throws {
        try await AnybillFixture.run(small) { fixture in
            guard case .ok(.url(let address)) = try await fixture.service.vendorBills.add(body: bill(for: nil))
            else {
                throw Unexpected()
            }
            let id = try #require(address.billId)
            let page = try await fixture.send(.get, address.url.path())
            #expect(page.status == 200 && page.body.hasPrefix("%PDF-"))
            let partner = fixture.service.partnerReceipts
            try await partner.attach(userId: fixture.accounts.user.id, receiptId: id)
            #expect(try await fixture.user.receipts.get(receiptId: id).id == id)
            let error = await #expect(throws: AttachReceiptError.self) {
                try await partner.attach(userId: fixture.accounts.otherUser.id, receiptId: id)
            }
            #expect(error?.status == 409)
            try await fixture.service.vendorBills.cancel(billId: id)
            let gone = await #expect(throws: CancelBillError.self) {
                try await fixture.service.vendorBills.cancel(billId: id)
            }
            #expect(gone?.status == 404)
        }
    }

    @Test("an unknown loyalty card leaves the bill unassigned")
    func loyaltyCard() async throws {
        try await AnybillFixture.run(small) { fixture in
            let user = UserIdentification(loyaltyCardId: "none")
            guard
                case .ok(.assignment(let added)) = try await fixture.service.vendorBills.add(body: bill(for: user))
            else {
                throw Unexpected()
            }
            #expect(added.type == .loyaltyCard && !added.isAssigned)
        }
    }

    @Test("a bill with inconsistent tax rates is refused")
    func wrongRates() async throws {
        try await AnybillFixture.run(small) { fixture in
            let error = await #expect(throws: AddBillError.self) {
                try await fixture.service.vendorBills.add(body: bill(for: nil, foodInclVat: 700))
            }
            guard case .badRequest(let problem) = error else { throw Unexpected() }
            #expect(problem.errors?["bill.data.vatAmounts"] != nil)
        }
    }

    @Test("tokens are issued for exactly one ID; users are created once and deleted with their tokens")
    func users() async throws {
        try await AnybillFixture.run(small) { fixture in
            let users = fixture.service.partnerUsers
            let created = try await users.create(body: CreateUserRequest(externalId: "C-5"))
            let duplicate = await #expect(throws: CreateUserError.self) {
                try await users.create(body: CreateUserRequest(externalId: "C-5"))
            }
            #expect(duplicate?.status == 409)
            for request in [UserTokenRequest(), UserTokenRequest(externalId: "C-5", userId: created.userId)] {
                let error = await #expect(throws: IssueUserTokenError.self) {
                    try await users.issueToken(body: request)
                }
                #expect(error?.status == 400)
            }
            let token = try await users.issueToken(body: UserTokenRequest(userId: created.userId))
            let client = fixture.client(user: StaticCredential.bearer(token.accessToken))
            #expect(try await client.users.current().id == created.userId)
            try await users.delete(userId: created.userId)
            let error = await #expect(throws: GetCurrentUserError.self) { try await client.users.current() }
            #expect(error?.status == 401)
        }
    }

    @Test("a partner lists a user's receipts by skip and take")
    func partnerList() async throws {
        try await AnybillFixture.run(SandboxConfiguration(receipts: 25)) { fixture in
            let user = fixture.accounts.user.id
            let partner = fixture.service.partnerReceipts
            var ids: [String] = []
            for try await receipt in partner.listPages(userId: user, take: 10).items { ids.append(receipt.receiptId) }
            let all = try await fixture.page().items.map(\.id)
            #expect(ids == all)
            let pdf = try await partner.pdf(userId: user, receiptId: ids[0])
            #expect(pdf.starts(with: Data("%PDF-".utf8)))
            let error = await #expect(throws: ListUserReceiptsError.self) { try await partner.list(userId: "unknown") }
            #expect(error?.status == 404)
        }
    }

    @Test("the webhook is called for a new receipt, again after a refusal, with the partner's key")
    func webhook() async throws {
        let receiver = WebhookReceiver(refusals: 1)
        let configuration = SandboxConfiguration(
            receipts: 1,
            webhookURL: URL(string: "http://127.0.0.1:9/hook"),
            webhookKey: "secret",
            webhookTransport: receiver,
            webhookClock: ImmediateClock()
        )
        try await AnybillFixture.run(configuration) { fixture in
            _ = try await fixture.service.vendorBills.add(body: bill(for: nil))
            _ = try await fixture.service.vendorBills.add(body: bill(for: UserIdentification(externalId: "C-1001")))
            let requests = await receiver.requests(2)
            let fields = try #require(requests.last?.head.headerFields)
            #expect(requests.map(\.url) == Array(repeating: "http://127.0.0.1:9/hook", count: 2))
            #expect(fields[try #require(HTTPField.Name("X-API-KEY"))] == "secret" && fields[.userAgent] == "anybill")
            guard case .bytes(let bytes)? = requests.last?.body else { throw Unexpected() }
            let message = try JSONCoding.decode(ReceiptNotification.self, from: bytes)
            #expect(message.externalId == "C-1001" && message.amount == Decimal(string: "7.48"))
            #expect(message.lines?.map(\.text) == ["Apples"] && message.vendorAddress?.city == "Regensburg")
        }
    }
}
