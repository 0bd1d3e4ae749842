import APIRuntime
import Foundation
import SensibillAPI

/// The filter of a list or an export.
///
/// Values of one property are alternatives, and all properties must match.
struct DocumentFilter: Sendable {

    /// The conditions on a return or warranty period.
    struct Period: Sendable {
        var durations: [Decimal]?
        var atLeast: Decimal?
        var atMost: Decimal?
        var units: [PeriodUnit]?

        func matches(_ period: DocumentUserMetadataPeriodDto?) -> Bool {
            let duration = period.map { Decimal($0.duration) }
            return DocumentFilter.number(duration, durations, atLeast, atMost)
                && DocumentFilter.any(units, of: period?.unit)
        }
    }

    /// The conditions that lists and exports share.
    var criteria = ListDocumentsCriteriaDto()
    var expenseType: [ExpenseType]?
    var notes: [String]?
    var fulltext: String?
    var returnPeriod = Period()
    var warrantyPeriod = Period()

    /// Returns whether a document matches.
    func matches(_ document: StoredDocument, at now: Date) -> Bool {
        let content = document.visibleContent(at: now)
        return matchesIdentity(document) && matchesState(document, at: now) && matchesContent(content)
            && matchesDays(content) && matchesAmounts(content) && matchesUserMetadata(document)
            && matchesFulltext(document, content)
    }

    private func matchesIdentity(_ document: StoredDocument) -> Bool {
        Self.any(criteria.id, of: document.id)
            && Self.any(criteria.foreignId, of: document.foreignId)
            && Self.link(criteria.account, criteria.accountExists, document.account?.account)
            && Self.link(criteria.transactionId, criteria.transactionIdExists, document.account?.transactionId)
            && Self.any(criteria.documentType, of: document.documentType)
            && Self.any(criteria.sourceFormat, of: SourceFormat(rawValue: document.format.rawValue))
            && Self.contains(criteria.description, in: document.description)
    }

    private func matchesState(_ document: StoredDocument, at now: Date) -> Bool {
        Self.any(criteria.status, of: document.status(at: now))
            && Self.between(document.arrival, criteria.arrivalDateTimeGTE, criteria.arrivalDateTimeLTE)
            && Self.between(
                document.lastUpdate(at: now),
                criteria.lastUpdateDateTimeGTE,
                criteria.lastUpdateDateTimeLTE
            )
    }

    private func matchesContent(_ content: DocumentContentDto) -> Bool {
        let tenders = content.payments?.compactMap(\.type) ?? []
        return Self.any(criteria.categoryCode, of: content.merchant?.categoryCode)
            && Self.any(criteria.currencyCode, of: content.currencyCode?.rawValue)
            && Self.any(criteria.documentNumber, of: content.documentNumber)
            && Self.any(criteria.merchantTaxIdNumber, of: content.merchant?.taxIdNumber)
            && Self.any(
                criteria.merchantName.map { $0.map { $0.lowercased() } },
                of: content.merchant?.merchantName?.lowercased()
            )
            && (criteria.paymentTender.map { !Set($0).isDisjoint(with: tenders) } ?? true)
    }

    private func matchesDays(_ content: DocumentContentDto) -> Bool {
        let time = content.documentTime.map { String($0.prefix(5)) }
        return Self.any(criteria.documentDate, of: content.documentDate)
            && Self.range(content.documentDate, criteria.documentDateGTE, criteria.documentDateLTE)
            && Self.any(criteria.documentTime, of: time)
            && Self.range(time, criteria.documentTimeGTE, criteria.documentTimeLTE)
    }

    private func matchesAmounts(_ content: DocumentContentDto) -> Bool {
        Self.number(content.total?.afterTax, criteria.total, criteria.totalGTE, criteria.totalLTE)
            && Self.number(
                content.amountDue?.afterTax,
                criteria.amountDue,
                criteria.amountDueGTE,
                criteria.amountDueLTE
            )
    }

    private func matchesUserMetadata(_ document: StoredDocument) -> Bool {
        let metadata = document.userMetadata
        return (criteria.folder.map { $0.contains(where: document.isIn(folder:)) } ?? true)
            && Self.any(expenseType, of: metadata.expenseType)
            && Self.contains(notes, in: metadata.notes)
            && returnPeriod.matches(metadata.returnPeriod)
            && warrantyPeriod.matches(metadata.warrantyPeriod)
    }

    /// Returns whether the full-text query occurs in merchant, description or items, or is the sum as an integer or
    /// with two decimals.
    private func matchesFulltext(_ document: StoredDocument, _ content: DocumentContentDto) -> Bool {
        guard let fulltext, !fulltext.isEmpty else { return true }
        let wanted = fulltext.lowercased()
        let items = content.items?.flatMap { [$0.name, $0.description] } ?? []
        let texts = [content.merchant?.merchantName, document.description] + items
        if texts.contains(where: { $0?.lowercased().contains(wanted) ?? false }) { return true }
        guard let total = content.total?.afterTax else { return false }
        let exact = SensibillTables.fixed(total, digits: 2)
        return wanted == exact || wanted == String(exact.prefix { $0 != "." })
    }
}

extension DocumentFilter {

    fileprivate static func any<Value: Equatable>(_ wanted: [Value]?, of value: Value?) -> Bool {
        guard let wanted, !wanted.isEmpty else { return true }
        return value.map(wanted.contains) ?? false
    }

    fileprivate static func contains(_ wanted: [String]?, in text: String?) -> Bool {
        guard let wanted, !wanted.isEmpty else { return true }
        guard let text = text?.lowercased() else { return false }
        return wanted.contains { text.contains($0.lowercased()) }
    }

    fileprivate static func range<Value: Comparable>(_ value: Value?, _ atLeast: Value?, _ atMost: Value?) -> Bool {
        guard atLeast != nil || atMost != nil else { return true }
        guard let value else { return false }
        return atLeast.map { value >= $0 } ?? true && atMost.map { value <= $0 } ?? true
    }

    fileprivate static func number(
        _ value: Decimal?,
        _ wanted: [Decimal]?,
        _ atLeast: Decimal?,
        _ atMost: Decimal?
    ) -> Bool {
        any(wanted, of: value) && range(value, atLeast, atMost)
    }

    fileprivate static func between(_ date: Date, _ atLeast: String?, _ atMost: String?) -> Bool {
        range(date, atLeast.flatMap(FilterDate.moment), atMost.flatMap(FilterDate.moment))
    }

    /// Returns whether a linked value matches.
    ///
    /// Listed values take precedence over the condition that a value exists.
    fileprivate static func link(_ wanted: [String]?, _ exists: Bool?, _ value: String?) -> Bool {
        if let wanted, !wanted.isEmpty { return any(wanted, of: value) }
        return exists.map { $0 == (value != nil) } ?? true
    }
}
