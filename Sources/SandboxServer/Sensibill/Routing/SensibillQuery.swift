import APIRuntime
import APIServer
import Foundation
import SensibillAPI

/// The query of one request, read strictly: a name that the operation does not have is refused.
struct SensibillQuery: Sendable {
    private let values: [String: [String]]

    /// Reads a query.
    ///
    /// One pair of single quotation marks around a value is taken off: samples of the service show them.
    ///
    /// - Parameters:
    ///   - input: The request.
    ///   - names: The parameters of the operation.
    /// - Throws: A refusal with status 400 for any other parameter.
    init(_ input: RouteInput, names: Set<String>) throws(SensibillRefusal) {
        var values: [String: [String]] = [:]
        for (name, value) in input.query {
            guard names.contains(name) else {
                throw .badRequest("The parameter \(name) does not exist.", .parameterNotAllowedError)
            }
            values[name, default: []].append(Self.unquoted(value))
        }
        self.values = values
    }

    /// The first value; `nil` when absent.
    func text(_ name: String) -> String? { values[name]?.first }

    /// The first value of a parameter that must be there.
    func needed(_ name: String) throws(SensibillRefusal) -> String {
        guard let text = text(name), !text.isEmpty else {
            throw .badRequest("The parameter \(name) is missing.", .missingParameterError)
        }
        return text
    }

    /// All values; `nil` when absent.
    func texts(_ name: String) -> [String]? { values[name] }

    /// The first value as another type.
    func value<Value>(_ name: String, _ read: (String) -> Value?) throws(SensibillRefusal) -> Value? {
        guard let text = text(name) else { return nil }
        guard let value = read(text) else { throw Self.unreadable(name) }
        return value
    }

    /// All values as another type.
    func list<Value>(_ name: String, _ read: (String) -> Value?) throws(SensibillRefusal) -> [Value]? {
        guard let texts = values[name] else { return nil }
        var list: [Value] = []
        for text in texts {
            guard let value = read(text) else { throw Self.unreadable(name) }
            list.append(value)
        }
        return list
    }

    private static func unreadable(_ name: String) -> SensibillRefusal {
        .badRequest("The parameter \(name) cannot be read.", .invalidParameterError)
    }

    private static func unquoted(_ value: String) -> String {
        guard value.count >= 2, value.hasPrefix("'"), value.hasSuffix("'") else { return value }
        return String(value.dropFirst().dropLast())
    }
}

extension DocumentFilter {

    /// Names of the filters, without the `filter.` in front.
    private static let names = [
        "accountMetadata.account", "accountMetadata.account.exists", "accountMetadata.transactionId",
        "accountMetadata.transactionId.exists", "amountDue", "amountDue.gte", "amountDue.lte",
        "arrivalDateTime.gte", "arrivalDateTime.lte", "categoryCode", "currencyCode", "description", "documentDate",
        "documentDate.gte", "documentDate.lte", "documentNumber", "documentTime", "documentTime.gte",
        "documentTime.lte", "documentType", "expenseType", "folder", "foreignId", "fulltext", "id",
        "lastUpdateDateTime.gte", "lastUpdateDateTime.lte", "merchantName", "merchantTaxIdNumber", "notes",
        "paymentTender", "returnPeriodDuration", "returnPeriodDuration.gte", "returnPeriodDuration.lte",
        "returnPeriodUnit", "warrantyPeriodDuration", "warrantyPeriodDuration.gte", "warrantyPeriodDuration.lte",
        "warrantyPeriodUnit", "total", "total.gte", "total.lte", "status", "sourceFormat",
    ]

    /// Names of all parameters of the document list.
    static let parameterNames = Set(names.map { "filter.\($0)" } + ["limit", "offset", "sortBy", "orderBy"])

    /// Reads the filters of a query.
    ///
    /// - Throws: A refusal with status 400 for a value that cannot be read.
    init(_ query: SensibillQuery) throws(SensibillRefusal) {
        criteria.account = query.texts("filter.accountMetadata.account")
        criteria.accountExists = try query.value("filter.accountMetadata.account.exists") { Bool($0) }
        criteria.transactionId = query.texts("filter.accountMetadata.transactionId")
        criteria.transactionIdExists = try query.value("filter.accountMetadata.transactionId.exists") { Bool($0) }
        criteria.categoryCode = query.texts("filter.categoryCode")
        criteria.currencyCode = query.texts("filter.currencyCode")
        criteria.description = query.texts("filter.description")
        criteria.documentNumber = query.texts("filter.documentNumber")
        criteria.documentType = try query.list("filter.documentType", DocumentType.init(rawValue:))
        criteria.folder = query.texts("filter.folder")
        criteria.foreignId = query.texts("filter.foreignId")
        criteria.id = query.texts("filter.id")
        criteria.merchantName = query.texts("filter.merchantName")
        criteria.merchantTaxIdNumber = query.texts("filter.merchantTaxIdNumber")
        criteria.paymentTender = try query.list("filter.paymentTender", TenderType.init(rawValue:))
        criteria.status = try query.list("filter.status", Status.init(rawValue:))
        criteria.sourceFormat = try query.list("filter.sourceFormat", SourceFormat.init(rawValue:))
        expenseType = try query.list("filter.expenseType", ExpenseType.init(rawValue:))
        fulltext = query.text("filter.fulltext")
        notes = query.texts("filter.notes")
        returnPeriod = try Period(query, "filter.returnPeriod")
        warrantyPeriod = try Period(query, "filter.warrantyPeriod")
        try readTimes(query)
        try readAmounts(query)
    }

    private mutating func readTimes(_ query: SensibillQuery) throws(SensibillRefusal) {
        criteria.arrivalDateTimeGTE = query.text("filter.arrivalDateTime.gte")
        criteria.arrivalDateTimeLTE = query.text("filter.arrivalDateTime.lte")
        criteria.lastUpdateDateTimeGTE = query.text("filter.lastUpdateDateTime.gte")
        criteria.lastUpdateDateTimeLTE = query.text("filter.lastUpdateDateTime.lte")
        criteria.documentDate = try query.list("filter.documentDate") { CalendarDate($0) }
        criteria.documentDateGTE = try query.value("filter.documentDate.gte") { CalendarDate($0) }
        criteria.documentDateLTE = try query.value("filter.documentDate.lte") { CalendarDate($0) }
        criteria.documentTime = query.texts("filter.documentTime")
        criteria.documentTimeGTE = query.text("filter.documentTime.gte")
        criteria.documentTimeLTE = query.text("filter.documentTime.lte")
    }

    private mutating func readAmounts(_ query: SensibillQuery) throws(SensibillRefusal) {
        criteria.amountDue = try query.list("filter.amountDue", readAmount)
        criteria.amountDueGTE = try query.value("filter.amountDue.gte", readAmount)
        criteria.amountDueLTE = try query.value("filter.amountDue.lte", readAmount)
        criteria.total = try query.list("filter.total", readAmount)
        criteria.totalGTE = try query.value("filter.total.gte", readAmount)
        criteria.totalLTE = try query.value("filter.total.lte", readAmount)
    }
}

extension DocumentFilter.Period {
    fileprivate init(_ query: SensibillQuery, _ name: String) throws(SensibillRefusal) {
        durations = try query.list("\(name)Duration", readAmount)
        atLeast = try query.value("\(name)Duration.gte", readAmount)
        atMost = try query.value("\(name)Duration.lte", readAmount)
        units = try query.list("\(name)Unit", PeriodUnit.init(rawValue:))
    }
}

/// A number as JSON spells it; `nil` for any other text.
private func readAmount(_ text: String) -> Decimal? {
    try? JSON.decode(Decimal.self, from: Array(text.utf8))
}
