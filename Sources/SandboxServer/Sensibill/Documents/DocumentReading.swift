import APIRuntime
import Foundation
import SensibillAPI

/// The content that the sandbox reads from an upload.
///
/// The file itself may specify its content with a string such as `MERCHANT=Cafe Nord;TOTAL=25.60;DATE=2024-04-30`
/// anywhere in its bytes. Each value ends at the next semicolon or unprintable byte. The supported names are
/// `MERCHANT`, `TOTAL`, `TAX`, `DATE`, `TIME`, `CURRENCY`, `NUMBER`, `TENDER` and `FAIL`. Unspecified content is
/// generated, and is always the same for the same document number.
struct DocumentReading {
    /// The ordinal of the document, from 1, which determines all generated content.
    let number: Int
    /// The date on which the dates of generated documents are based.
    let today: CalendarDate
    private let marks: [String: String]
    private let failureMark: String?

    /// Searches a file, and the strings sent with it, for specified content.
    init(number: Int, today: CalendarDate, file: [UInt8], texts: [String?]) {
        self.number = number
        self.today = today
        let printable = Self.printableText(of: file)
        marks = Self.marks(in: printable)
        let sources = [printable] + texts.compactMap { $0 }
        failureMark = sources.contains { $0.contains("FAIL") } ? (marks["FAIL"] ?? "unreadable_document") : nil
    }

    /// The outcome of reading: a failure if the word `FAIL` occurs in the file, the description or the foreign ID.
    var outcome: StoredDocument.Outcome {
        guard let failureMark else { return .success }
        return .failure(
            GetDocumentErrorDto(errorDescription: "The document could not be read.", code: failureMark)
        )
    }

    /// Returns the content.
    func content(_ type: DocumentType, currency: CurrencyCodeEnum) -> DocumentContentDto {
        let merchant = merchant
        let currency = marks["CURRENCY"].map(CurrencyCodeEnum.init(rawValue:)) ?? currency
        let total = amount("TOTAL") ?? Decimal(500 + number * 737 % 9_500) / 100
        let tax = amount("TAX") ?? Self.rounded(total * 13 / 113)
        let sum = DocumentTaxableAmountDto(
            beforeTax: total - tax,
            afterTax: total,
            taxes: [DocumentTaxDto(amount: tax, percent: 13, type: "HST")]
        )
        var content = DocumentContentDto(currencyCode: currency)
        content.documentNumber = marks["NUMBER"] ?? "R-\(10_000 + number)"
        content.documentDate = marks["DATE"].flatMap(CalendarDate.init) ?? today
        content.documentTime = marks["TIME"] ?? "\(10 + number % 10):\(10 + number * 7 % 50):00"
        content.countryCode = .ca
        content.languageCode = "en"
        content.merchant = merchant
        content.items = [item(total - tax)]
        content.totalBeforeDiscountsFeesTips = DocumentTaxableAmountDto(beforeTax: total - tax)
        content.total = sum
        if type == .invoice { content.amountDue = sum } else { content.payments = [payment(total, currency)] }
        return content
    }

    private var merchant: DocumentMerchantDto {
        guard let name = marks["MERCHANT"] else {
            let known = SensibillTables.merchants[number % SensibillTables.merchants.count]
            return DocumentMerchantDto(
                merchantId: known.id,
                merchantName: known.name,
                categoryCode: known.category,
                taxIdNumber: "TAX-\(1_000 + number % SensibillTables.merchants.count)"
            )
        }
        let known = SensibillTables.merchants.first { $0.name == name }
        return DocumentMerchantDto(merchantId: known?.id, merchantName: name, categoryCode: known?.category)
    }

    private func item(_ price: Decimal) -> DocumentItemDto {
        let names = ["Soup", "Notebook", "Ticket", "Coffee", "Cable"]
        return DocumentItemDto(
            name: names[number % names.count],
            unitQuantity: 1,
            price: DocumentTaxableAmountDto(beforeTax: price)
        )
    }

    private func payment(_ total: Decimal, _ currency: CurrencyCodeEnum) -> DocumentPaymentDto {
        let tenders: [TenderType] = [.visa, .cash, .masterCard, .interac]
        let tender = marks["TENDER"].map(TenderType.init(rawValue:)) ?? tenders[number % tenders.count]
        let digits = String(1_000 + number % 9_000)
        return DocumentPaymentDto(
            afterTax: total,
            currencyCode: currency,
            maskedCardNumber: tender == .cash ? nil : "**** \(digits)",
            type: tender
        )
    }

    private func amount(_ name: String) -> Decimal? {
        marks[name].flatMap { Decimal(string: $0, locale: Locale(identifier: "en_US_POSIX")) }
    }

    private static func rounded(_ value: Decimal) -> Decimal {
        var value = value
        var result = Decimal()
        NSDecimalRound(&result, &value, 2, .plain)
        return result
    }

    /// Returns the file with a line break for every byte that is not printable ASCII.
    private static func printableText(of file: [UInt8]) -> String {
        String(decoding: file.prefix(1 << 16).map { 0x20...0x7E ~= $0 ? $0 : 0x0A }, as: UTF8.self)
    }

    private static func marks(in text: String) -> [String: String] {
        let names: Set = ["MERCHANT", "TOTAL", "TAX", "DATE", "TIME", "CURRENCY", "NUMBER", "TENDER", "FAIL"]
        var marks: [String: String] = [:]
        for piece in text.split(whereSeparator: { $0 == ";" || $0 == "\n" }) {
            let sides = piece.split(separator: "=", maxSplits: 1)
            // Printable bytes of the file may precede the first name.
            guard sides.count == 2, let name = names.first(where: { sides[0].hasSuffix($0) }) else { continue }
            marks[name] = String(sides[1])
        }
        return marks
    }
}
