import SensibillAPI
import APIRuntime
import Foundation

extension InputCheck {
    /// Checks an export request.
    static func export(_ request: SensibillAPIModel.ExportCreateDto) throws(Failure) {
        try values(request.outputFormats, "outputFormats", atMost: 3)
        try localeCode(request.locale)
        try criteria(request.criteria)
    }

    private static func criteria(_ criteria: SensibillAPIModel.ExportCriteria) throws(Failure) {
        for (texts, name) in [
            (criteria.account, "account"), (criteria.transactionId, "transactionId"),
            (criteria.documentNumber, "documentNumber"), (criteria.folder, "folder"),
            (criteria.foreignId, "foreignId"), (criteria.id, "id"),
        ] {
            if let texts { try ids(texts, name, count: 1...20) }
        }
        try bounded(criteria.amountDue, criteria.amountDueGTE, criteria.amountDueLTE, "amountDue", least: 0)
        try bounded(criteria.total, criteria.totalGTE, criteria.totalLTE, "total", least: 0)
        try bounded(criteria.documentDate, criteria.documentDateGTE, criteria.documentDateLTE, "documentDate")
        try bounded(criteria.documentTime, criteria.documentTimeGTE, criteria.documentTimeLTE, "documentTime")
        try values(criteria.documentType, "documentType")
        try values(criteria.paymentTender, "paymentTender")
        try values(criteria.status, "status", atMost: 3)
        try values(criteria.sourceFormat, "sourceFormat", atMost: 7)
        try count(criteria.merchantName, "merchantName", atMost: 10)
        for name in criteria.merchantName ?? [] { try text(name, "merchantName", atMost: 500) }
        try count(criteria.description, "description")
        for text in criteria.description ?? [] { try self.text(text, "description", atMost: 75) }
        try count(criteria.currencyCode, "currencyCode")
        for code in criteria.currencyCode ?? [] {
            let isCode = code.utf8.count == 3 && code.utf8.allSatisfy { 0x41...0x5A ~= $0 }
            try require(isCode, "A currency code must consist of three capital letters.")
        }
    }
}
