public import SensibillAPI
public import APIRuntime
public import Foundation

extension SensibillAPIModel {
    /// The criteria for listed documents.
    ///
    /// Several values of one property are combined with "or", several properties with "and"; `nil` does not restrict
    /// the list. A property accepts at most 20 values. Values exclude the `GTE` and `LTE` bounds of the same field.
    /// Bounds are inclusive.
    public struct GetDocumentListFilter: Hashable, Sendable {
        /// Bank accounts.
        public var account: [String]?

        /// Whether a bank account must be set; has no effect together with ``account``.
        public var accountExists: Bool?

        /// Bank transactions.
        public var transactionId: [String]?

        /// Whether a bank transaction must be set; has no effect together with ``transactionId``.
        public var transactionIdExists: Bool?

        /// Amounts left to pay, taxes included; 0 or more.
        public var amountDue: [Decimal]?

        /// Least amount left to pay, taxes included; 0 or more.
        public var amountDueGTE: Decimal?

        /// Greatest amount left to pay, taxes included; 0 or more.
        public var amountDueLTE: Decimal?

        /// Earliest arrival.
        public var arrivalDateTimeGTE: Date?

        /// Latest arrival.
        public var arrivalDateTimeLTE: Date?

        /// Category codes, 3 to 25 characters each.
        public var categoryCode: [String]?

        /// Currencies.
        public var currencyCode: [CurrencyCodeEnum]?

        /// Strings that the description contains, at most 75 characters each; case-insensitive.
        public var documentDescription: [String]?

        /// Dates printed on the document.
        public var documentDate: [CalendarDate]?

        /// Earliest date printed on the document.
        public var documentDateGTE: CalendarDate?

        /// Latest date printed on the document.
        public var documentDateLTE: CalendarDate?

        /// Numbers printed on the document.
        public var documentNumber: [String]?

        /// Times of day printed on the document.
        public var documentTime: [DocumentTime]?

        /// Earliest time of day printed on the document.
        public var documentTimeGTE: DocumentTime?

        /// Latest time of day printed on the document.
        public var documentTimeLTE: DocumentTime?

        /// Kinds of document; at most 2.
        public var documentType: [DocumentType]?

        /// Kinds of expense.
        public var expenseType: [ExpenseType]?

        /// Ids of folders; a document in any of them matches.
        public var folder: [String]?

        /// The caller's own ids.
        public var foreignId: [String]?

        /// A string in merchant, total, items or description; case-insensitive.
        public var fulltext: String?

        /// Ids of documents.
        public var id: [String]?

        /// Earliest time of the last change.
        public var lastUpdateDateTimeGTE: Date?

        /// Latest time of the last change.
        public var lastUpdateDateTimeLTE: Date?

        /// Names of merchants, at most 30 characters each.
        public var merchantName: [String]?

        /// Tax numbers of merchants, at most 25 characters each.
        public var merchantTaxIdNumber: [String]?

        /// Strings that the user's notes contain, at most 75 characters each; case-insensitive.
        public var notes: [String]?

        /// Payment methods.
        public var paymentTender: [TenderType]?

        /// Durations of the return period, in its unit; 0 or more.
        public var returnPeriodDuration: [Int]?

        /// The shortest return period; 0 or more.
        public var returnPeriodDurationGTE: Int?

        /// The longest return period; 0 or more.
        public var returnPeriodDurationLTE: Int?

        /// Units of the return period.
        public var returnPeriodUnit: [PeriodUnit]?

        /// Durations of the warranty, in its unit; 0 or more.
        public var warrantyPeriodDuration: [Int]?

        /// The shortest warranty; 0 or more.
        public var warrantyPeriodDurationGTE: Int?

        /// The longest warranty; 0 or more.
        public var warrantyPeriodDurationLTE: Int?

        /// Units of the warranty.
        public var warrantyPeriodUnit: [PeriodUnit]?

        /// Totals, taxes included; 0 or more.
        public var total: [Decimal]?

        /// Least total, taxes included; 0 or more.
        public var totalGTE: Decimal?

        /// Greatest total, taxes included; 0 or more.
        public var totalLTE: Decimal?

        /// Processing states; at most 3.
        public var status: [Status]?

        /// Formats of the source file; at most 7.
        public var sourceFormat: [SourceFormat]?

        /// Creates a filter.
        public init(
            account: [String]? = nil,
            accountExists: Bool? = nil,
            transactionId: [String]? = nil,
            transactionIdExists: Bool? = nil,
            amountDue: [Decimal]? = nil,
            amountDueGTE: Decimal? = nil,
            amountDueLTE: Decimal? = nil,
            arrivalDateTimeGTE: Date? = nil,
            arrivalDateTimeLTE: Date? = nil,
            categoryCode: [String]? = nil,
            currencyCode: [CurrencyCodeEnum]? = nil,
            documentDescription: [String]? = nil,
            documentDate: [CalendarDate]? = nil,
            documentDateGTE: CalendarDate? = nil,
            documentDateLTE: CalendarDate? = nil,
            documentNumber: [String]? = nil,
            documentTime: [DocumentTime]? = nil,
            documentTimeGTE: DocumentTime? = nil,
            documentTimeLTE: DocumentTime? = nil,
            documentType: [DocumentType]? = nil,
            expenseType: [ExpenseType]? = nil,
            folder: [String]? = nil,
            foreignId: [String]? = nil,
            fulltext: String? = nil,
            id: [String]? = nil,
            lastUpdateDateTimeGTE: Date? = nil,
            lastUpdateDateTimeLTE: Date? = nil,
            merchantName: [String]? = nil,
            merchantTaxIdNumber: [String]? = nil,
            notes: [String]? = nil,
            paymentTender: [TenderType]? = nil,
            returnPeriodDuration: [Int]? = nil,
            returnPeriodDurationGTE: Int? = nil,
            returnPeriodDurationLTE: Int? = nil,
            returnPeriodUnit: [PeriodUnit]? = nil,
            warrantyPeriodDuration: [Int]? = nil,
            warrantyPeriodDurationGTE: Int? = nil,
            warrantyPeriodDurationLTE: Int? = nil,
            warrantyPeriodUnit: [PeriodUnit]? = nil,
            total: [Decimal]? = nil,
            totalGTE: Decimal? = nil,
            totalLTE: Decimal? = nil,
            status: [Status]? = nil,
            sourceFormat: [SourceFormat]? = nil
        ) {
            self.account = account
            self.accountExists = accountExists
            self.transactionId = transactionId
            self.transactionIdExists = transactionIdExists
            self.amountDue = amountDue
            self.amountDueGTE = amountDueGTE
            self.amountDueLTE = amountDueLTE
            self.arrivalDateTimeGTE = arrivalDateTimeGTE
            self.arrivalDateTimeLTE = arrivalDateTimeLTE
            self.categoryCode = categoryCode
            self.currencyCode = currencyCode
            self.documentDescription = documentDescription
            self.documentDate = documentDate
            self.documentDateGTE = documentDateGTE
            self.documentDateLTE = documentDateLTE
            self.documentNumber = documentNumber
            self.documentTime = documentTime
            self.documentTimeGTE = documentTimeGTE
            self.documentTimeLTE = documentTimeLTE
            self.documentType = documentType
            self.expenseType = expenseType
            self.folder = folder
            self.foreignId = foreignId
            self.fulltext = fulltext
            self.id = id
            self.lastUpdateDateTimeGTE = lastUpdateDateTimeGTE
            self.lastUpdateDateTimeLTE = lastUpdateDateTimeLTE
            self.merchantName = merchantName
            self.merchantTaxIdNumber = merchantTaxIdNumber
            self.notes = notes
            self.paymentTender = paymentTender
            self.returnPeriodDuration = returnPeriodDuration
            self.returnPeriodDurationGTE = returnPeriodDurationGTE
            self.returnPeriodDurationLTE = returnPeriodDurationLTE
            self.returnPeriodUnit = returnPeriodUnit
            self.warrantyPeriodDuration = warrantyPeriodDuration
            self.warrantyPeriodDurationGTE = warrantyPeriodDurationGTE
            self.warrantyPeriodDurationLTE = warrantyPeriodDurationLTE
            self.warrantyPeriodUnit = warrantyPeriodUnit
            self.total = total
            self.totalGTE = totalGTE
            self.totalLTE = totalLTE
            self.status = status
            self.sourceFormat = sourceFormat
        }
    }
}
