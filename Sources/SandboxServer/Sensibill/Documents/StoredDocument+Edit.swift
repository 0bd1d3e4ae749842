import APIRuntime
import Foundation
import SensibillAPI

extension StoredDocument {

    /// Applies the properties that are present.
    ///
    /// - Throws: A refusal with status 400. The document may then be partially changed and must be discarded.
    mutating func apply(_ edit: EditDocumentRequestDto) throws(SensibillRefusal) {
        if let text = edit.description {
            guard (text.value?.count ?? 0) <= 75 else { throw .tooLong("description", 75) }
            description = text.filled
        }
        if let metadata = edit.accountMetadata { try apply(metadata) }
        if let edited = edit.content { try content.apply(edited) }
        if let edited = edit.userMetadata { try apply(edited) }
    }

    /// Changes the links: an empty string removes a link, and an absent property keeps it.
    private mutating func apply(_ edit: NullableDocumentAccountMetadataDto) throws(SensibillRefusal) {
        var metadata = account ?? AccountMetadata()
        if let text = edit.account { metadata.account = try Self.link(text, "account") }
        if let text = edit.transactionId { metadata.transactionId = try Self.link(text, "transactionId") }
        account = metadata.account == nil && metadata.transactionId == nil ? nil : metadata
    }

    private static func link(_ text: String, _ name: String) throws(SensibillRefusal) -> String? {
        guard !text.isEmpty else { return nil }
        guard isIdentifier(text) else { throw .badRequest("\(name) is no id.", .validationFailedError) }
        return text
    }

    /// Returns whether a string is an ID: 5 to 75 letters, digits and `-_:.`.
    static func isIdentifier(_ text: String) -> Bool {
        5...75 ~= text.utf8.count
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
                default: false
                }
            }
    }

    private mutating func apply(_ edit: EditDocumentUserMetadataDto) throws(SensibillRefusal) {
        guard edit.unknownProperties.isEmpty else {
            throw .badRequest("userMetadata has a member that cannot be edited.", .parameterNotAllowedError)
        }
        if let type = edit.expenseType {
            let wanted = type.filled.map(ExpenseType.init(rawValue:))
            guard wanted?.isKnown ?? true else { throw .badRequest("The expense type does not exist.") }
            userMetadata.expenseType = wanted
        }
        if let notes = edit.notes { userMetadata.notes = notes.filled }
        if let period = edit.returnPeriod {
            userMetadata.returnPeriod = try edited(userMetadata.returnPeriod, period)
        }
        if let period = edit.warrantyPeriod {
            userMetadata.warrantyPeriod = try edited(userMetadata.warrantyPeriod, period)
        }
    }

    /// Returns the edited period, which needs a known date, a unit and a duration.
    ///
    /// Removing the unit or the duration removes the period.
    private func edited(
        _ period: DocumentUserMetadataPeriodDto?,
        _ edit: EditDocumentUserMetadataPeriodDto
    ) throws(SensibillRefusal) -> DocumentUserMetadataPeriodDto? {
        if let unit = edit.unit, unit.filled == nil { return nil }
        if case .null = edit.duration { return nil }
        let unit = edit.unit?.filled.map(PeriodUnit.init(rawValue:)) ?? period?.unit
        guard let unit, let duration = edit.duration?.value ?? period?.duration else {
            throw .badRequest("A period needs both unit and duration.", .missingParameterError)
        }
        guard unit.isKnown, duration >= 0 else { throw .badRequest("The period does not exist.") }
        guard content.documentDate != nil else { throw .badRequest("A period needs a document date.") }
        return DocumentUserMetadataPeriodDto(unit: unit, duration: duration)
    }
}

extension DocumentContentDto {

    /// Applies the properties that are present.
    mutating func apply(_ edit: EditDocumentContentDto) throws(SensibillRefusal) {
        if let edited = edit.merchant { merchant = try Self.edited(merchant, edited) }
        if let number = edit.documentNumber {
            guard (number.value?.count ?? 0) <= 75 else { throw .tooLong("documentNumber", 75) }
            documentNumber = number.filled
        }
        if let date = edit.dueDate { dueDate = date.value }
        if let date = edit.documentDate { documentDate = date.value }
        if let time = edit.documentTime {
            guard (time.value?.count ?? 0) <= 12 else { throw .tooLong("documentTime", 12) }
            documentTime = time.filled
        }
        if let tip = edit.tipAmount { tipAmount = tip.value }
        if let currency = edit.currencyCode {
            guard currency.value?.isKnown ?? true else { throw .badRequest("The currency is not supported.") }
            currencyCode = currency.value
        }
        if let sum = edit.amountDue { amountDue = Self.edited(amountDue, sum) }
        if let sum = edit.total { total = Self.edited(total, sum) }
        if let sum = edit.totalBeforeDiscountsFeesTips {
            totalBeforeDiscountsFeesTips = Self.edited(totalBeforeDiscountsFeesTips, sum)
        }
    }

    /// Returns the edited merchant, or `nil` if it has no name.
    ///
    /// A known new name also sets the category.
    private static func edited(
        _ merchant: DocumentMerchantDto?,
        _ edit: EditDocumentMerchantDto
    ) throws(SensibillRefusal) -> DocumentMerchantDto? {
        var merchant = merchant ?? DocumentMerchantDto()
        if let name = edit.merchantName {
            guard let text = name.filled else { return nil }
            guard text.count <= 500 else { throw .tooLong("merchantName", 500) }
            let known = SensibillTables.merchants.first { $0.name.lowercased() == text.lowercased() }
            if text != merchant.merchantName { merchant.merchantId = known?.id }
            merchant.merchantName = text
            merchant.categoryCode = known?.category ?? merchant.categoryCode
        }
        if let number = edit.taxIdNumber {
            guard (number.value?.count ?? 0) <= 25 else { throw .tooLong("taxIdNumber", 25) }
            merchant.taxIdNumber = number.filled
        }
        if let code = edit.categoryCode {
            if let code = code.filled, !SensibillTables.categories.contains(where: { $0.code == code }) {
                throw .badRequest("The category does not exist.", .validationFailedError)
            }
            merchant.categoryCode = code.filled
        }
        return merchant
    }

    private static func edited(
        _ sum: DocumentTaxableAmountDto?,
        _ edit: EditDocumentTaxableAmountDto
    ) -> DocumentTaxableAmountDto? {
        var sum = sum ?? DocumentTaxableAmountDto()
        if let amount = edit.beforeTax { sum.beforeTax = amount.value }
        if let amount = edit.afterTax { sum.afterTax = amount.value }
        if let taxes = edit.taxes { sum.taxes = taxes.value }
        return sum.beforeTax == nil && sum.afterTax == nil && sum.taxes == nil ? nil : sum
    }
}

extension Nullable<String> {
    /// The string; `nil` for null and for an empty string, both of which remove a value.
    var filled: String? { value.flatMap { $0.isEmpty ? nil : $0 } }
}

extension SensibillRefusal {
    /// Returns the refusal of a string that exceeds its maximum length.
    static func tooLong(_ name: String, _ limit: Int) -> SensibillRefusal {
        .badRequest("\(name) has more than \(limit) characters.", .validationFailedError)
    }
}
