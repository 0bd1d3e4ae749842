import APIRuntime
import Foundation
import SensibillAPI

extension DocumentsOperations {
    /// Requests one page of the documents that match a filter.
    func list(
        _ filter: SensibillAPIModel.GetDocumentListFilter,
        _ page: SensibillAPIModel.Page,
        _ sorting: SensibillAPIModel.Sorting
    ) async throws -> SensibillAPIModel.GetDocumentListResponseDto {
        try await list(
            limit: page.limit.map { Int(clamping: $0) },
            offset: page.offset == 0 ? nil : Int(clamping: page.offset),
            sortBy: sorting.sortBy,
            orderBy: sorting.orderBy,
            account: filter.account,
            accountExists: filter.accountExists,
            transactionId: filter.transactionId,
            transactionIdExists: filter.transactionIdExists,
            amountDue: filter.amountDue,
            amountDueGTE: filter.amountDueGTE,
            amountDueLTE: filter.amountDueLTE,
            arrivalDateTimeGTE: filter.arrivalDateTimeGTE.map(FilterTime.text),
            arrivalDateTimeLTE: filter.arrivalDateTimeLTE.map(FilterTime.text),
            categoryCode: filter.categoryCode,
            currencyCode: filter.currencyCode?.map(\.rawValue),
            description: filter.documentDescription,
            documentDate: filter.documentDate,
            documentDateGTE: filter.documentDateGTE,
            documentDateLTE: filter.documentDateLTE,
            documentNumber: filter.documentNumber,
            documentTime: filter.documentTime?.map(\.description),
            documentTimeGTE: filter.documentTimeGTE?.description,
            documentTimeLTE: filter.documentTimeLTE?.description,
            documentType: filter.documentType,
            expenseType: filter.expenseType,
            folder: filter.folder,
            foreignId: filter.foreignId,
            fulltext: filter.fulltext,
            id: filter.id,
            lastUpdateDateTimeGTE: filter.lastUpdateDateTimeGTE.map(FilterTime.text),
            lastUpdateDateTimeLTE: filter.lastUpdateDateTimeLTE.map(FilterTime.text),
            merchantName: filter.merchantName,
            merchantTaxIdNumber: filter.merchantTaxIdNumber,
            notes: filter.notes,
            paymentTender: filter.paymentTender,
            returnPeriodDuration: filter.returnPeriodDuration?.map { Decimal($0) },
            returnPeriodDurationGTE: filter.returnPeriodDurationGTE.map { Decimal($0) },
            returnPeriodDurationLTE: filter.returnPeriodDurationLTE.map { Decimal($0) },
            returnPeriodUnit: filter.returnPeriodUnit,
            warrantyPeriodDuration: filter.warrantyPeriodDuration?.map { Decimal($0) },
            warrantyPeriodDurationGTE: filter.warrantyPeriodDurationGTE.map { Decimal($0) },
            warrantyPeriodDurationLTE: filter.warrantyPeriodDurationLTE.map { Decimal($0) },
            warrantyPeriodUnit: filter.warrantyPeriodUnit,
            total: filter.total,
            totalGTE: filter.totalGTE,
            totalLTE: filter.totalLTE,
            status: filter.status,
            sourceFormat: filter.sourceFormat
        )
    }
}

/// The format of a time in filters: UTC with milliseconds and without a time zone.
enum FilterTime {
    /// The seconds from the start of the year 1, in the calendar of that time, to the end of the year 9999: the format has
    /// four digits for a year.
    private static let range = -62_135_769_600.0...253_402_300_799.999

    /// Formats a time as `2024-05-01T10:11:12.345`, rounded to the millisecond; a time outside of the years 1 to 9999
    /// becomes the nearest one inside.
    static func text(_ date: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let seconds = min(max(date.timeIntervalSince1970, range.lowerBound), range.upperBound)
        let milliseconds = Int64((seconds * 1000).rounded())
        let whole = Date(timeIntervalSince1970: Double(milliseconds.quotient(1000)))
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: whole)
        let day = [(parts.year, 4), (parts.month, 2), (parts.day, 2)].map(digits).joined(separator: "-")
        let time = [(parts.hour, 2), (parts.minute, 2), (parts.second, 2)].map(digits).joined(separator: ":")
        return "\(day)T\(time).\(digits(Int(milliseconds - milliseconds.quotient(1000) * 1000), 3))"
    }

    private static func digits(_ value: Int?, _ width: Int) -> String {
        let text = String(value ?? 0)
        return String(repeating: "0", count: max(width - text.count, 0)) + text
    }
}

extension Int64 {
    /// The quotient rounded down, also for times before 1970.
    fileprivate func quotient(_ divisor: Int64) -> Int64 {
        self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
    }
}
