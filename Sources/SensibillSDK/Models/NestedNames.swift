public import SensibillAPI

// The documentation nests these types in the model that uses them; the generated ones stand alone.

extension SensibillAPI.AlertDto {
    /// A receipt that needs attention.
    public typealias AlertDocument = SensibillAPI.UserReceiptDto
}

extension SensibillAPI.ClientInfo {
    /// How users of a client sign in.
    public typealias AuthenticationSettings = SensibillAPI.ClientAuthenticationSettings

    /// One set of policies of a client.
    public typealias Policies = SensibillAPI.ClientPoliciesDto
}

extension SensibillAPI.ClientPoliciesDto {
    /// A domain for addresses of forwarded receipts.
    public typealias ReceiptEmailDomainAndAliases = SensibillAPI.ReceiptEmailDomainAndAliases

    /// Options of the web client.
    public typealias WebSDKOptions = SensibillAPI.ClientWebSDKOptions
}

extension SensibillAPI.DocumentContentDto {
    /// Country of a document.
    public typealias CountryCode = SensibillAPI.CountryCode

    /// A carrier.
    public typealias CourierDto = SensibillAPI.CourierDto

    /// A delivery of goods.
    public typealias DeliveryDto = SensibillAPI.DeliveryDto

    /// Way in which goods reach the customer.
    public typealias DeliveryTypes = SensibillAPI.DeliveryTypes

    /// A barcode on a document.
    public typealias DocumentContentBarcodeDto = SensibillAPI.DocumentContentBarcodeDto

    /// The customer printed on a document.
    public typealias DocumentContentCustomerDto = SensibillAPI.DocumentContentCustomerDto
}

extension SensibillAPI.DocumentDiscountDto {
    /// Kind of a discount.
    public typealias DiscountTypes = SensibillAPI.DiscountTypes
}

extension SensibillAPI.DocumentDto {
    /// Kind of an expense.
    public typealias ExpenseTypes = SensibillAPI.ExpenseType

    /// The original of a document.
    public typealias SourceDocumentDto = SensibillAPI.SourceDocumentDto
}

extension SensibillAPI.DocumentFeeDto {
    /// Kind of a fee.
    public typealias FeeTypes = SensibillAPI.FeeTypes
}

extension SensibillAPI.DocumentItemDto {
    /// A further property of an item.
    public typealias DocumentItemDtoProperties = SensibillAPI.DocumentItemPropertyDto
}

extension SensibillAPI.DocumentMerchantDto {
    /// Where the purchase happened.
    public typealias OrderChannelTypes = SensibillAPI.OrderChannelTypes
}

extension SensibillAPI.DocumentUserMetadataDto {
    /// A period that starts at the date of the document.
    public typealias DocumentUserMetadataPeriodDto = SensibillAPI.DocumentUserMetadataPeriodDto
}

extension SensibillAPI.ExportsResponseDto {
    /// A document in an export.
    public typealias Document = SensibillAPI.ExportDocumentDto
}

extension SensibillAPI.FolderListItemDto {
    /// What the documents of a folder add up to in one currency.
    public typealias FolderListItemTotalsDto = SensibillAPI.FolderListItemTotalsDto
}

extension SensibillAPI.GetFoldersListResponseDto {
    /// A folder.
    public typealias FolderListItemDto = SensibillAPI.FolderListItemDto
}

extension SensibillAPI.GetLookupCategoryListResponseDto {
    /// A category.
    public typealias DocumentCategoryListItemDto = SensibillAPI.DocumentCategoryListItemDto
}

extension SensibillAPI.GetLookupCurrencyListResponseDto {
    /// A currency.
    public typealias DocumentCurrencyListItemDto = SensibillAPI.DocumentCurrencyListItemDto
}

extension SensibillAPI.ReceiptUpdateDto {
    /// A bank transaction.
    public typealias AccountTransactionData = SensibillAPI.AccountTransactionDataDto
}

extension SensibillAPI.UserNotificationSettings {
    /// Ways of a notification.
    public typealias Options = SensibillAPI.UserNotificationOptions

    /// Ways of a notification about exports.
    public typealias ReceiptExportOptions = SensibillAPI.UserExportNotificationOptions

    /// Ways of a notification about new receipts.
    public typealias ReceiptOptions = SensibillAPI.UserReceiptNotificationOptions
}

extension SensibillAPI.UserPilotAccess {
    /// Part in the diagnostics trial.
    public typealias Diagnostics = SensibillAPI.UserDiagnosticsAccess
}

extension SensibillAPI.UserReceiptDto {
    /// Total of a receipt.
    public typealias Total = SensibillAPI.UserReceiptTotal
}

extension SensibillAPI.UserResponseDto {
    /// Receipts that need attention for one reason.
    public typealias Alert = SensibillAPI.AlertDto

    /// Numbers of forwarded e-mails of a user.
    public typealias EmailCounts = SensibillAPI.UserEmailCounts

    /// A folder without its sums.
    public typealias Folder = SensibillAPI.SimplifiedFolderDto

    /// Notifications of a user.
    public typealias NotificationSettings = SensibillAPI.UserNotificationSettings

    /// Trials that a user takes part in.
    public typealias PilotAccess = SensibillAPI.UserPilotAccess

    /// Numbers of receipts of a user.
    public typealias ReceiptCounts = SensibillAPI.UserReceiptCounts
}
