public import SensibillAPI

// The service's documentation nests these types in the model that uses them; the generated types are not nested.

extension SensibillAPI.AlertDto {
    /// A receipt that needs attention.
    public typealias AlertDocument = SensibillAPI.UserReceiptDto
}

extension SensibillAPI.ClientInfo {
    /// The sign-in settings of a client's users.
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

    /// A way in which goods reach the customer.
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
    /// The sales channel of a purchase.
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
    /// The total of a folder's documents in one currency.
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
    /// The channels of a notification.
    public typealias Options = SensibillAPI.UserNotificationOptions

    /// The channels of a notification about exports.
    public typealias ReceiptExportOptions = SensibillAPI.UserExportNotificationOptions

    /// The channels of a notification about new receipts.
    public typealias ReceiptOptions = SensibillAPI.UserReceiptNotificationOptions
}

extension SensibillAPI.UserPilotAccess {
    /// Participation in the diagnostics trial.
    public typealias Diagnostics = SensibillAPI.UserDiagnosticsAccess
}

extension SensibillAPI.UserReceiptDto {
    /// Total of a receipt.
    public typealias Total = SensibillAPI.UserReceiptTotal
}

extension SensibillAPI.UserResponseDto {
    /// Receipts that need attention for one reason.
    public typealias Alert = SensibillAPI.AlertDto

    /// Counts of a user's forwarded e-mails.
    public typealias EmailCounts = SensibillAPI.UserEmailCounts

    /// A folder without its totals.
    public typealias Folder = SensibillAPI.SimplifiedFolderDto

    /// Notifications of a user.
    public typealias NotificationSettings = SensibillAPI.UserNotificationSettings

    /// Trials that a user takes part in.
    public typealias PilotAccess = SensibillAPI.UserPilotAccess

    /// Counts of a user's receipts.
    public typealias ReceiptCounts = SensibillAPI.UserReceiptCounts
}
