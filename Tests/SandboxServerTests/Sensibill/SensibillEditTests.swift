import APIRuntime
import Foundation
import SandboxServer
import SensibillAPI
import Testing

@Suite("Sensibill: document edits")
struct SensibillEditTests {

    @Test("only the properties in the edit change")
    func partial() async throws {
        try await Self.withDocument { user, id in
            var content = EditDocumentContentDto()
            content.total = EditDocumentTaxableAmountDto(
                afterTax: .value(30),
                taxes: .value([DocumentTaxDto(amount: 3, percent: 10, type: "VAT")])
            )
            content.tipAmount = .value(2)
            content.documentNumber = .null
            let edit = EditDocumentRequestDto(
                description: "New text",
                content: content,
                userMetadata: EditDocumentUserMetadataDto(
                    expenseType: "business",
                    notes: "Four people",
                    warrantyPeriod: EditDocumentUserMetadataPeriodDto(unit: "year", duration: 2)
                )
            )
            #expect(try await user.documents.edit(id: id, body: edit).id == id)
            let document = try #require(try await user.documents.get(id: id).document)
            #expect(document.description as String? == "New text")
            #expect(document.content?.total?.afterTax == 30)
            #expect(document.content?.total?.taxes?.map(\.type) == ["VAT"])
            #expect(document.content?.tipAmount == 2)
            #expect(document.content?.documentNumber == nil)
            #expect(document.content?.merchant?.merchantName == "Cafe Nord")
            #expect(document.userMetadata?.expenseType == .business)
            #expect(document.userMetadata?.warrantyPeriod?.duration == 2)

            let clear = EditDocumentRequestDto(
                description: "",
                userMetadata: EditDocumentUserMetadataDto(
                    warrantyPeriod: EditDocumentUserMetadataPeriodDto(duration: .null)
                )
            )
            _ = try await user.documents.edit(id: id, body: clear)
            let cleared = try #require(try await user.documents.get(id: id).document)
            #expect(cleared.description as String? == nil)
            #expect(cleared.userMetadata?.warrantyPeriod == nil)
            #expect(cleared.userMetadata?.notes == "Four people")
        }
    }

    @Test("a known merchant sets its category, and an empty name removes the merchant")
    func merchants() async throws {
        try await Self.withDocument { user, id in
            func edit(_ merchant: EditDocumentMerchantDto) async throws -> DocumentMerchantDto? {
                let content = EditDocumentContentDto(merchant: merchant)
                _ = try await user.documents.edit(id: id, body: EditDocumentRequestDto(content: content))
                return try await user.documents.get(id: id).document?.content?.merchant
            }
            let known = try await edit(EditDocumentMerchantDto(merchantName: "Corner Books"))
            #expect(known?.categoryCode == "education")
            let moved = try await edit(EditDocumentMerchantDto(categoryCode: "travel"))
            #expect(moved?.merchantName == "Corner Books")
            #expect(moved?.categoryCode == "travel")
            let cleared = try await edit(EditDocumentMerchantDto(merchantName: .null))
            #expect(cleared == nil)
        }
    }

    @Test("empty strings remove account links")
    func links() async throws {
        try await Self.withDocument { user, id in
            func edit(_ metadata: NullableDocumentAccountMetadataDto) async throws -> AccountMetadata? {
                _ = try await user.documents.edit(id: id, body: EditDocumentRequestDto(accountMetadata: metadata))
                return try await user.documents.get(id: id).document?.accountMetadata
            }
            let linked = try await edit(.init(account: "acc-12345", transactionId: "tx-12345"))
            #expect(linked == AccountMetadata(account: "acc-12345", transactionId: "tx-12345"))
            #expect(try await edit(.init(account: "")) == AccountMetadata(transactionId: "tx-12345"))
            #expect(try await edit(.init(transactionId: "")) == nil)
        }
    }

    @Test("a period without a unit, an unknown category and an unknown document are refused")
    func refusals() async throws {
        try await Self.withDocument { user, id in
            let edits = [
                EditDocumentRequestDto(
                    userMetadata: EditDocumentUserMetadataDto(
                        returnPeriod: EditDocumentUserMetadataPeriodDto(duration: 2)
                    )
                ),
                EditDocumentRequestDto(
                    content: EditDocumentContentDto(merchant: EditDocumentMerchantDto(categoryCode: "weapons"))
                ),
                EditDocumentRequestDto(description: .value(String(repeating: "x", count: 76))),
            ]
            for edit in edits {
                let error = try await #require(throws: EditDocumentError.self) {
                    try await user.documents.edit(id: id, body: edit)
                }
                #expect(error.status == 400)
            }
            let unknown = try await #require(throws: EditDocumentError.self) {
                try await user.documents.edit(id: "doc-unknown", body: EditDocumentRequestDto())
            }
            #expect(unknown.status == 404)
        }
    }

    @Test("the older receipt call links and unlinks a transaction")
    func receipt() async throws {
        try await Self.withDocument { user, id in
            func edit(_ update: ReceiptUpdateDto) async throws -> DocumentDto? {
                #expect(try await user.receipts.edit(id: id, body: ReceiptEditRequestDto(edit: update)).id == id)
                return try await user.documents.get(id: id).document
            }
            let linked = try await edit(ReceiptUpdateDto(accountTransactionData: .init(id: "tx-98765")))
            #expect(linked?.accountMetadata?.transactionId == "tx-98765")
            #expect(linked?.content?.merchant?.merchantName == "Cafe Nord")
            #expect(try await edit(ReceiptUpdateDto(accountTransactionData: .init()))?.accountMetadata == nil)
            let corrected = try await edit(ReceiptUpdateDto(amount: 12, note: "corrected"))
            #expect(corrected?.content?.total?.afterTax == 12)
            #expect(corrected?.userMetadata?.notes == "corrected")
        }
    }

    private static func withDocument(_ body: (SensibillClient, String) async throws -> Void) async throws {
        try await SensibillHarness.run(delay: 0) { sandbox in
            let user = try await sandbox.newUser()
            try await body(user, try await user.upload("MERCHANT=Cafe Nord;TOTAL=25.60;DATE=2024-04-30"))
        }
    }
}
