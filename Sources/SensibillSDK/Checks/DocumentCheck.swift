import APIRuntime
import Foundation
import SensibillAPI

extension InputCheck {
    /// Checks a document to upload.
    static func upload(_ request: SensibillAPIModel.DocumentCreationRequestDto) throws(Failure) {
        try known(request.documentType, "documentType")
        try plainText(request.description, "description")
        if let foreignId = request.foreignId {
            try nonEmpty(foreignId, "foreignId")
            try plainText(foreignId, "foreignId")
        }
        if let account = request.accountMetadata?.account { try id(account, "account") }
        if let transaction = request.accountMetadata?.transactionId { try id(transaction, "transactionId") }
        guard let size = request.filePart.content.length else { return }
        try require(
            1...SensibillAPIModel.SourceFile.maximumSize ~= size,
            "A file must not be empty or larger than 5 MB."
        )
    }

    /// Checks the corrections of a document.
    static func edit(_ request: SensibillAPIModel.EditDocumentRequestDto) throws(Failure) {
        try plainText(request.description?.value, "description")
        for value in [request.accountMetadata?.account, request.accountMetadata?.transactionId] {
            // An empty string unsets the value.
            if let value, !value.isEmpty { try id(value, "accountMetadata") }
        }
        let content = request.content
        try text(content?.merchant?.merchantName?.value, "merchantName", atMost: 500)
        try text(content?.merchant?.taxIdNumber?.value, "taxIdNumber", atMost: 25)
        try text(content?.merchant?.categoryCode?.value, "categoryCode", atMost: 25)
        try text(content?.documentNumber?.value, "documentNumber", atMost: 75)
        try text(content?.documentTime?.value, "documentTime", atMost: 12)
        try known(content?.currencyCode?.value, "currencyCode")
        let metadata = request.userMetadata
        if let expense = metadata?.expenseType?.value, !expense.isEmpty {
            try known(SensibillAPIModel.ExpenseType(rawValue: expense), "expenseType")
        }
        for period in [metadata?.warrantyPeriod, metadata?.returnPeriod] {
            if let unit = period?.unit?.value, !unit.isEmpty {
                try known(SensibillAPIModel.PeriodUnit(rawValue: unit), "A period's unit")
            }
            try require((period?.duration?.value ?? 0) >= 0, "A period's duration must be 0 or more.")
        }
    }
}
