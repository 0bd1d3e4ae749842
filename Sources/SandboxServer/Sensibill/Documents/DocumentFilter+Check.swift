import APIRuntime
import Foundation
import SensibillAPI

extension DocumentFilter {

    /// Checks counts, formats and invalid combinations.
    ///
    /// - Throws: A refusal with status 400 that describes the first invalid condition.
    func check() throws(SensibillRefusal) {
        try checkCounts()
        try checkCombinations()
        try checkForms()
        try checkChoices()
    }

    private func checkCounts() throws(SensibillRefusal) {
        let counts: [(String, Int?, Int)] = [
            ("accountMetadata.account", criteria.account?.count, 20),
            ("accountMetadata.transactionId", criteria.transactionId?.count, 20),
            ("amountDue", criteria.amountDue?.count, 20),
            ("categoryCode", criteria.categoryCode?.count, 20),
            ("currencyCode", criteria.currencyCode?.count, 20),
            ("description", criteria.description?.count, 20),
            ("documentNumber", criteria.documentNumber?.count, 20),
            ("documentTime", criteria.documentTime?.count, 20),
            ("documentType", criteria.documentType?.count, 20),
            ("folder", criteria.folder?.count, 20),
            ("foreignId", criteria.foreignId?.count, 20),
            ("id", criteria.id?.count, 20),
            ("merchantName", criteria.merchantName?.count, 20),
            ("merchantTaxIdNumber", criteria.merchantTaxIdNumber?.count, 20),
            ("notes", notes?.count, 20),
            ("paymentTender", criteria.paymentTender?.count, 20),
            ("total", criteria.total?.count, 20),
            ("status", criteria.status?.count, 3),
            ("sourceFormat", criteria.sourceFormat?.count, 7),
        ]
        for (name, count, limit) in counts where (count ?? 0) > limit {
            throw .badRequest("\(name) has more than \(limit) values.", .validationFailedError)
        }
    }

    /// Checks that no property has both a list of values and bounds.
    private func checkCombinations() throws(SensibillRefusal) {
        let mixes: [(String, Bool, Bool)] = [
            ("amountDue", criteria.amountDue != nil, criteria.amountDueGTE != nil || criteria.amountDueLTE != nil),
            (
                "documentDate", criteria.documentDate != nil,
                criteria.documentDateGTE != nil || criteria.documentDateLTE != nil
            ),
            (
                "documentTime", criteria.documentTime != nil,
                criteria.documentTimeGTE != nil || criteria.documentTimeLTE != nil
            ),
            ("total", criteria.total != nil, criteria.totalGTE != nil || criteria.totalLTE != nil),
            (
                "returnPeriodDuration", returnPeriod.durations != nil,
                returnPeriod.atLeast != nil || returnPeriod.atMost != nil
            ),
            (
                "warrantyPeriodDuration", warrantyPeriod.durations != nil,
                warrantyPeriod.atLeast != nil || warrantyPeriod.atMost != nil
            ),
        ]
        for (name, hasValues, hasBounds) in mixes where hasValues && hasBounds {
            throw .badRequest("\(name) has both values and bounds.")
        }
    }

    private func checkForms() throws(SensibillRefusal) {
        let moments = [
            criteria.arrivalDateTimeGTE, criteria.arrivalDateTimeLTE,
            criteria.lastUpdateDateTimeGTE, criteria.lastUpdateDateTimeLTE,
        ]
        for text in moments.compactMap({ $0 }) where FilterDate.moment(text) == nil {
            throw .badRequest("A date and time is not of the form YYYY-MM-DDTHH:mm:ss.SSS.", .invalidParameterError)
        }
        let bounds = [criteria.documentTimeGTE, criteria.documentTimeLTE].compactMap { $0 }
        let times = (criteria.documentTime ?? []) + bounds
        for text in times where !FilterDate.isTime(text) {
            throw .badRequest("A time is not of the form HH:mm.", .invalidParameterError)
        }
        let amounts =
            (criteria.amountDue ?? []) + (criteria.total ?? [])
            + [criteria.amountDueGTE, criteria.amountDueLTE, criteria.totalGTE, criteria.totalLTE].compactMap { $0 }
        if amounts.contains(where: { $0 < 0 }) {
            throw .badRequest("An amount is below 0.", .invalidParameterError)
        }
        for code in criteria.currencyCode ?? [] where !isCurrency(code) {
            throw .badRequest("A currency code is not three capital letters.", .invalidParameterError)
        }
    }

    private func checkChoices() throws(SensibillRefusal) {
        let known: [(String, Bool)] = [
            ("documentType", criteria.documentType?.allSatisfy(\.isKnown) ?? true),
            ("status", criteria.status?.allSatisfy(\.isKnown) ?? true),
            ("sourceFormat", criteria.sourceFormat?.allSatisfy(\.isKnown) ?? true),
            ("paymentTender", criteria.paymentTender?.allSatisfy(\.isKnown) ?? true),
            ("expenseType", expenseType?.allSatisfy(\.isKnown) ?? true),
            ("returnPeriodUnit", returnPeriod.units?.allSatisfy(\.isKnown) ?? true),
            ("warrantyPeriodUnit", warrantyPeriod.units?.allSatisfy(\.isKnown) ?? true),
        ]
        for (name, isKnown) in known where !isKnown {
            throw .badRequest("\(name) has a value that does not exist.", .invalidParameterError)
        }
    }

    private func isCurrency(_ code: String) -> Bool {
        code.utf8.count == 3 && code.utf8.allSatisfy { 0x41...0x5A ~= $0 }
    }
}
