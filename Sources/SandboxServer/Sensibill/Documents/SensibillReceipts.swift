import APIRuntime
import APIServer
import Foundation
import SensibillAPI

/// The operation of the tag "receipts": editing documents in the format of the first API generation.
struct SensibillReceipts: SensibillReceiptsService {
    let store: SensibillStore

    /// Changes properties of a receipt.
    func edit(
        id: String,
        body: ReceiptEditRequestDto,
        request: ServerRequest
    ) throws(UpdateReceiptEditError) -> ServerResponse<EditReceiptResponseDto> {
        try store.asUser(request, UpdateReceiptEditError.self) { (user, now) throws(SensibillRefusal) in
            var document = try user.document(id)
            for folder in body.edit.folders ?? [] { _ = try user.folderIndex(folder) }
            try document.apply(try EditDocumentRequestDto(body.edit))
            if let folders = body.edit.folders { document.userMetadata.folders = folders }
            if let data = body.edit.accountTransactionData { document.link(data.id.flatMap(\.filled)) }
            document.editedAt = now
            user.replace(document)
            return EditReceiptResponseDto(id: id)
        }
    }
}

extension StoredDocument {
    /// Links a bank transaction, or removes the link if the value is `nil`.
    fileprivate mutating func link(_ transaction: String?) {
        var metadata = account ?? AccountMetadata()
        metadata.transactionId = transaction
        account = metadata.account == nil && transaction == nil ? nil : metadata
    }
}

extension EditDocumentRequestDto {

    /// Creates the same change in the format of the second API generation, for the properties that documents have.
    ///
    /// - Throws: A refusal with status 400 for a duration that is not an integer.
    fileprivate init(_ edit: ReceiptUpdateDto) throws(SensibillRefusal) {
        var content = EditDocumentContentDto()
        if edit.merchantName != nil || edit.receiptCategory != nil {
            content.merchant = EditDocumentMerchantDto(
                merchantName: edit.merchantName,
                categoryCode: edit.receiptCategory.map { .value($0) }
            )
        }
        content.documentDate = edit.receiptDate.map { .value($0) }
        content.tipAmount = edit.tipAmount
        content.currencyCode = edit.currencyCode.map { .value(CurrencyCodeEnum(rawValue: $0)) }
        let taxes = edit.taxes.map { taxes in
            Nullable(taxes.value?.map { DocumentTaxDto(amount: $0.amount, percent: $0.percent.map { Decimal($0) }) })
        }
        if edit.amount != nil || taxes != nil || edit.subTotalAmount != nil {
            content.total = EditDocumentTaxableAmountDto(
                beforeTax: edit.subTotalAmount,
                afterTax: edit.amount,
                taxes: taxes
            )
        }
        var metadata = EditDocumentUserMetadataDto()
        metadata.expenseType = edit.expenseType.map { .value($0) }
        metadata.notes = edit.note.map { .value($0) }
        metadata.returnPeriod = try edit.returnPeriod.map { (period) throws(SensibillRefusal) in try .init(period) }
        metadata.warrantyPeriod = try edit.warrantyPeriod.map { (period) throws(SensibillRefusal) in try .init(period) }
        self.init(content: content, userMetadata: metadata)
    }
}

extension EditDocumentUserMetadataPeriodDto {
    fileprivate init(_ period: ReceiptPeriodEditDto) throws(SensibillRefusal) {
        self.init(unit: period.unit.map { .value($0.rawValue) })
        if let text = period.duration {
            guard let number = Int(text) else {
                throw .badRequest("The duration is no number.", .invalidParameterError)
            }
            duration = .value(number)
        }
    }
}
