import APIRuntime
import APIServer
import Foundation
import SensibillAPI

extension SensibillDocuments {

    /// Returns one page of the matching documents.
    func list(
        limit: Int,
        offset: Int,
        sortBy: SortBy,
        orderBy: OrderBy,
        account: [String]?,
        accountExists: Bool?,
        transactionId: [String]?,
        transactionIdExists: Bool?,
        amountDue: [Decimal]?,
        amountDueGTE: Decimal?,
        amountDueLTE: Decimal?,
        arrivalDateTimeGTE: String?,
        arrivalDateTimeLTE: String?,
        categoryCode: [String]?,
        currencyCode: [String]?,
        description: [String]?,
        documentDate: [CalendarDate]?,
        documentDateGTE: CalendarDate?,
        documentDateLTE: CalendarDate?,
        documentNumber: [String]?,
        documentTime: [String]?,
        documentTimeGTE: String?,
        documentTimeLTE: String?,
        documentType: [DocumentType]?,
        expenseType: [ExpenseType]?,
        folder: [String]?,
        foreignId: [String]?,
        fulltext: String?,
        id: [String]?,
        lastUpdateDateTimeGTE: String?,
        lastUpdateDateTimeLTE: String?,
        merchantName: [String]?,
        merchantTaxIdNumber: [String]?,
        notes: [String]?,
        paymentTender: [TenderType]?,
        returnPeriodDuration: [Decimal]?,
        returnPeriodDurationGTE: Decimal?,
        returnPeriodDurationLTE: Decimal?,
        returnPeriodUnit: [PeriodUnit]?,
        warrantyPeriodDuration: [Decimal]?,
        warrantyPeriodDurationGTE: Decimal?,
        warrantyPeriodDurationLTE: Decimal?,
        warrantyPeriodUnit: [PeriodUnit]?,
        total: [Decimal]?,
        totalGTE: Decimal?,
        totalLTE: Decimal?,
        status: [Status]?,
        sourceFormat: [SourceFormat]?,
        request: ServerRequest
    ) throws(GetDocumentsError) -> ServerResponse<GetDocumentListResponseDto> {
        let criteria = ListDocumentsCriteriaDto(
            account: account,
            accountExists: accountExists,
            transactionId: transactionId,
            transactionIdExists: transactionIdExists,
            amountDue: amountDue,
            amountDueGTE: amountDueGTE,
            amountDueLTE: amountDueLTE,
            arrivalDateTimeGTE: arrivalDateTimeGTE,
            arrivalDateTimeLTE: arrivalDateTimeLTE,
            categoryCode: categoryCode,
            currencyCode: currencyCode,
            description: description,
            documentDate: documentDate,
            documentDateGTE: documentDateGTE,
            documentDateLTE: documentDateLTE,
            documentNumber: documentNumber,
            documentTime: documentTime,
            documentTimeGTE: documentTimeGTE,
            documentTimeLTE: documentTimeLTE,
            documentType: documentType,
            folder: folder,
            foreignId: foreignId,
            id: id,
            lastUpdateDateTimeGTE: lastUpdateDateTimeGTE,
            lastUpdateDateTimeLTE: lastUpdateDateTimeLTE,
            merchantName: merchantName,
            merchantTaxIdNumber: merchantTaxIdNumber,
            paymentTender: paymentTender,
            total: total,
            totalGTE: totalGTE,
            totalLTE: totalLTE,
            status: status,
            sourceFormat: sourceFormat
        )
        let filter = DocumentFilter(
            criteria: criteria,
            expenseType: expenseType,
            notes: notes,
            fulltext: fulltext,
            returnPeriod: .init(
                durations: returnPeriodDuration,
                atLeast: returnPeriodDurationGTE,
                atMost: returnPeriodDurationLTE,
                units: returnPeriodUnit
            ),
            warrantyPeriod: .init(
                durations: warrantyPeriodDuration,
                atLeast: warrantyPeriodDurationGTE,
                atMost: warrantyPeriodDurationLTE,
                units: warrantyPeriodUnit
            )
        )
        return try page(
            limit: limit,
            offset: offset,
            sortBy: sortBy,
            orderBy: orderBy,
            filter: filter,
            request: request
        )
    }

    private func page(
        limit: Int,
        offset: Int,
        sortBy: SortBy,
        orderBy: OrderBy,
        filter: DocumentFilter,
        request: ServerRequest
    ) throws(GetDocumentsError) -> ServerResponse<GetDocumentListResponseDto> {
        try store.asUser(request, GetDocumentsError.self) { (user, now) throws(SensibillRefusal) in
            guard 1...100 ~= limit else { throw .badRequest("The limit is not 1 to 100.", .invalidParameterError) }
            guard 0...100 ~= offset else { throw .badRequest("The offset is not 0 to 100.", .invalidParameterError) }
            let order = try DocumentOrder(sortBy, orderBy)
            try filter.check()
            let all = order.sorted(user.documents.filter { filter.matches($0, at: now) }, at: now)
            let page = all.dropFirst(offset * limit).prefix(limit)
            return GetDocumentListResponseDto(
                count: all.count,
                documents: page.map { $0.listItem(at: now, base: request.baseURL) }
            )
        }
    }
}

/// The order of a list: by arrival, or by date or time on the document.
///
/// Documents without a date or time are last.
struct DocumentOrder: Sendable {
    private let key: SortBy
    private let isAscending: Bool

    /// Creates an order.
    ///
    /// - Throws: A refusal with status 400 for unknown values. The letter case of the direction is ignored.
    init(_ sortBy: SortBy, _ orderBy: OrderBy) throws(SensibillRefusal) {
        key = sortBy
        guard key.isKnown else {
            throw .badRequest("`sortBy` has a value that does not exist.", .invalidParameterError)
        }
        switch orderBy.rawValue.uppercased() {
        case "ASC": isAscending = true
        case "DESC": isAscending = false
        default: throw .badRequest("`orderBy` has a value that does not exist.", .invalidParameterError)
        }
    }

    /// Returns the documents in this order.
    func sorted(_ documents: [StoredDocument], at now: Date) -> [StoredDocument] {
        documents.map { (document: $0, key: text(of: $0, at: now)) }
            .sorted { comesFirst(($0.key, $0.document), ($1.key, $1.document)) }
            .map(\.document)
    }

    private func text(of document: StoredDocument, at now: Date) -> String? {
        let content = document.visibleContent(at: now)
        return switch key {
        case .documentDate: content.documentDate?.description
        case .documentTime: content.documentTime
        // A fraction that is zero would be omitted, and text of different lengths is in another order than times.
        default: String(Int64((document.arrival.timeIntervalSince1970 * 1000).rounded()))
        }
    }

    private func comesFirst(_ one: (String?, StoredDocument), _ other: (String?, StoredDocument)) -> Bool {
        guard one.0 != other.0 else {
            let (first, second) = ((one.1.arrival, one.1.id), (other.1.arrival, other.1.id))
            return isAscending ? first < second : first > second
        }
        guard let first = one.0 else { return false }
        guard let second = other.0 else { return true }
        return isAscending ? first < second : first > second
    }
}
