import SensibillAPI
import APIRuntime
import Foundation

extension InputCheck {
    /// Checks a page: the index is at most 100, and the page size is 1 to 100 documents.
    static func page(_ page: SensibillAPIModel.Page) throws(Failure) {
        try range(Int(clamping: page.offset), "A page's offset", 0...100)
        try range(page.limit.map { Int(clamping: $0) }, "A page's limit", 1...100)
    }

    /// Checks a sort order.
    static func sorting(_ sorting: SensibillAPIModel.Sorting) throws(Failure) {
        try known(sorting.sortBy, "sortBy")
        try known(sorting.orderBy, "orderBy")
    }

    /// Checks a filter.
    static func filter(_ filter: SensibillAPIModel.GetDocumentListFilter) throws(Failure) {
        try filterIDs(filter)
        try filterTexts(filter)
        try filterAmounts(filter)
        try filterTimes(filter)
        try values(filter.documentType, "documentType", atMost: 2)
        try values(filter.expenseType, "expenseType")
        try values(filter.paymentTender, "paymentTender")
        try values(filter.returnPeriodUnit, "returnPeriodUnit")
        try values(filter.warrantyPeriodUnit, "warrantyPeriodUnit")
        try values(filter.status, "status", atMost: 3)
        try values(filter.sourceFormat, "sourceFormat", atMost: 7)
        try values(filter.currencyCode, "currencyCode")
    }

    private static func filterIDs(_ filter: SensibillAPIModel.GetDocumentListFilter) throws(Failure) {
        for (texts, name) in [
            (filter.account, "account"), (filter.transactionId, "transactionId"),
            (filter.documentNumber, "documentNumber"), (filter.folder, "folder"),
            (filter.foreignId, "foreignId"), (filter.id, "id"),
        ] {
            if let texts { try ids(texts, name, count: 1...20) }
        }
    }

    private static func filterTexts(_ filter: SensibillAPIModel.GetDocumentListFilter) throws(Failure) {
        for (texts, name, limit) in [
            (filter.documentDescription, "description", 75), (filter.notes, "notes", 75),
            (filter.merchantName, "merchantName", 30), (filter.merchantTaxIdNumber, "merchantTaxIdNumber", 25),
        ] {
            try count(texts, name)
            for text in texts ?? [] { try self.text(text, name, atMost: limit) }
        }
        try count(filter.categoryCode, "categoryCode")
        for code in filter.categoryCode ?? [] {
            let isCode = code.utf8.allSatisfy { isLetterOrDigit($0) || "-_ ".utf8.contains($0) }
            try require(3...25 ~= code.utf8.count && isCode, "A category code has 3 to 25 letters, digits, '-', '_'.")
        }
    }

    private static func filterAmounts(_ filter: SensibillAPIModel.GetDocumentListFilter) throws(Failure) {
        try bounded(filter.amountDue, filter.amountDueGTE, filter.amountDueLTE, "amountDue", least: 0)
        try bounded(filter.total, filter.totalGTE, filter.totalLTE, "total", least: 0)
        try bounded(
            filter.returnPeriodDuration,
            filter.returnPeriodDurationGTE,
            filter.returnPeriodDurationLTE,
            "returnPeriodDuration",
            least: 0
        )
        try bounded(
            filter.warrantyPeriodDuration,
            filter.warrantyPeriodDurationGTE,
            filter.warrantyPeriodDurationLTE,
            "warrantyPeriodDuration",
            least: 0
        )
    }

    private static func filterTimes(_ filter: SensibillAPIModel.GetDocumentListFilter) throws(Failure) {
        try bounded(filter.documentDate, filter.documentDateGTE, filter.documentDateLTE, "documentDate")
        try bounded(filter.documentTime, filter.documentTimeGTE, filter.documentTimeLTE, "documentTime")
    }

    /// Checks the values and bounds of one field, which are mutually exclusive.
    static func bounded<Value: Comparable>(
        _ values: [Value]?,
        _ lower: Value?,
        _ upper: Value?,
        _ name: String,
        least: Value? = nil
    ) throws(Failure) {
        try count(values, name)
        try require(values == nil || (lower == nil && upper == nil), "\(name): specify values or bounds, not both.")
        guard let least else { return }
        let all = (values ?? []) + [lower, upper].compactMap { $0 }
        try require(all.allSatisfy { $0 >= least }, "\(name) must be \(least) or more.")
    }

    /// Checks that a list has at least one value and at most `limit` values.
    static func count<Value>(_ values: [Value]?, _ name: String, atMost limit: Int = 20) throws(Failure) {
        guard let values else { return }
        try require(1...limit ~= values.count, "\(name) accepts 1 to \(limit) values, not \(values.count).")
    }

    /// Checks values of an enumeration.
    static func values<Value: OpenEnum>(
        _ values: [Value]?,
        _ name: String,
        atMost limit: Int = 20
    ) throws(Failure) {
        try count(values, name, atMost: limit)
        for value in values ?? [] { try known(value, name) }
    }
}
