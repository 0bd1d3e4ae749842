import APIRuntime
import AnybillBase
import Foundation
import Testing

@Suite("Receipt response bodies")
struct ReceiptModelTests {
    private func receipt(date: String = "2025-03-14T09:26:53Z", data: String = "") throws -> Receipt {
        let text = """
            {"id": "a", "head": {"date": "\(date)"}, "misc": {"isFavourite": false},
             "data": {"currency": "EUR", "fullAmountInclVat": 7.48\(data)}}
            """
        return try JSONCoding.decode(Receipt.self, from: Data(text.utf8))
    }

    @Test("13: receipts with unknown units, payment types and line types are decoded")
    func unknownValues() throws {
        let receipt = try receipt(
            data: """
                , "paymentMethods": [{"name": "Sun", "amount": 7.48, "type": "Sunlight"}],
                "lines": [
                    {"type": "default", "text": "Tea", "fullAmountInclVat": 7.48,
                     "item": {"quantity": 1, "quantityMeasure": "Thimble", "pricePerUnit": 7.48}},
                    {"type": "hologram", "text": "Shine"}, {"type": "hologram"}
                ]
                """
        )
        #expect(receipt.data.paymentMethods?.first?.type?.rawValue == "Sunlight")
        guard case .defaultLine(let line) = receipt.data.lines?.first else { throw Unexpected() }
        #expect(line.item?.quantityMeasure?.rawValue == "Thimble")
        #expect(receipt.displayLines.map(\.text) == ["Tea", "Shine"])
    }

    @Test("a line without a type is a default line")
    func missingKind() throws {
        let receipt = try receipt(data: #", "lines": [{"text": "Tea", "fullAmountInclVat": 7.48}]"#)
        guard case .defaultLine(let line) = receipt.data.lines?.first else { throw Unexpected() }
        #expect(line.fullAmountInclVat == Decimal(string: "7.48"))
    }

    @Test(
        "15: dates with 0, 3 and 7 fractional digits are parsed",
        arguments: [
            ("2025-03-14T09:26:53+01:00", 1_741_940_813.0), ("2025-03-14T09:26:53.589+01:00", 1_741_940_813.589),
            ("2025-03-14T09:26:53.5891234+01:00", 1_741_940_813.589_123_4), ("2025-03-14T08:26:53Z", 1_741_940_813.0),
        ]
    )
    func dates(text: String, seconds: Double) throws {
        #expect(abs(try receipt(date: text).head.date.timeIntervalSince1970 - seconds) < 0.000_001)
    }

    @Test("16: a lifetime of 86400 seconds is decoded as number and string", arguments: ["86400", "\"86400\""])
    func expiresIn(text: String) throws {
        let json = #"{"accessToken": "a", "refreshToken": "r", "expiresIn": \#(text)}"#
        #expect(try JSONCoding.decode(TokenUser.self, from: Data(json.utf8)).expiresIn == 86_400)
        let response = #"{"access_token": "a", "refresh_token": "r", "expires_in": \#(text)}"#
        #expect(try JSONCoding.decode(TokenResponse.self, from: Data(response.utf8)).expiresIn == 86_400)
    }

    @Test("amounts keep all digits")
    func money() throws {
        let receipt = try receipt(
            data: #", "tip": 0.10000, "lines": [{"text": "x", "fullAmountInclVat": 123456.12345}]"#
        )
        #expect(receipt.data.fullAmountInclVat == Decimal(string: "7.48"))
        #expect(receipt.data.tip == Decimal(string: "0.1"))
        #expect(receipt.data.lines?.first?.amount == Decimal(string: "123456.12345"))
    }

    @Test("lines are sorted by number if all have one")
    func lineOrder() {
        let numbered = makeReceipt("a", lines: [makeLine("b", number: 2), makeLine("a", number: 1)])
        #expect(numbered.displayLines.map(\.text) == ["a", "b"])
        let mixed = makeReceipt("a", lines: [makeLine("b", number: 2), makeLine("a")])
        #expect(mixed.displayLines.map(\.text) == ["b", "a"])
    }

    @Test("totals of one rate are added, and hidden ones left out")
    func totals() {
        var receipt = makeReceipt("a")
        receipt.data.vatAmounts = [
            VatAmount(percentage: 19, inclVat: 119, exclVat: 100, vat: 19),
            VatAmount(percentage: 7, inclVat: 107, exclVat: 100, vat: 7),
            VatAmount(percentage: 19, inclVat: 238, exclVat: 200, vat: 38),
            VatAmount(percentage: 0, inclVat: 5, isHidden: true),
        ]
        let totals = receipt.totalsByVatRate
        #expect(totals.map(\.percentage) == [7, 19])
        #expect(totals.map(\.inclVat) == [107, 357] && totals.map(\.vat) == [7, 57])
    }

    @Test("return references are separate from others, and the display address is one line")
    func helpers() {
        var receipt = makeReceipt("a")
        #expect(receipt.displayAddress == "Hauptstr. 5, 93047 Regensburg")
        receipt.misc.receiptReferences = [
            ReceiptReference(receiptId: "r", type: .return), ReceiptReference(receiptId: "o", type: .original),
        ]
        #expect(receipt.returnReferences.map(\.receiptId) == ["r"])
        receipt.head.seller = Seller(name: "x", address: Address(city: "Ulm"))
        #expect(receipt.displayAddress == "Ulm")
        receipt.head.seller = nil
        #expect(receipt.displayAddress == nil)
    }

    @Test("misc has its documented type name, and receipts are hashable")
    func names() {
        let misc: Receipt.Misc = makeReceipt("a", isFavourite: true).misc
        #expect(misc.isFavourite)
        #expect(Set([makeReceipt("a"), makeReceipt("a"), makeReceipt("b")]).count == 2)
    }
}

/// An error for a case that a test does not expect.
struct Unexpected: Error {}
