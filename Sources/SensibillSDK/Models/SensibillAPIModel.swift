public import SensibillAPI

/// A namespace for the models of requests and responses.
///
/// The models are those of the generated client under the names of the service's documentation. Amounts are `Decimal`,
/// days are `CalendarDate`, times are `Date`. Unknown properties and unknown enumeration values are preserved.
public enum SensibillAPIModel {}

extension SensibillAPIModel {
    /// An access token.
    public typealias AccessToken = SensibillAPI.AccessToken

    /// The bank account and transaction that a document belongs to.
    public typealias AccountMetadata = SensibillAPI.AccountMetadata

    /// A bank transaction.
    public typealias AccountTransactionDataDto = SensibillAPI.AccountTransactionDataDto

    /// Documents to add to or remove from a folder.
    public typealias AddOrRemoveDocumentsFromFolderDto = SensibillAPI.AddOrRemoveDocumentsFromFolderDto

    /// Receipts that need attention for one reason.
    public typealias AlertDto = SensibillAPI.AlertDto

    /// The reason why receipts need attention.
    public typealias AlertName = SensibillAPI.AlertName

    /// An authorization code.
    public typealias AuthorizationGrant = SensibillAPI.AuthorizationGrant

    /// The feature switches of a client.
    public typealias ClientAllowedFeatures = SensibillAPI.ClientAllowedFeatures

    /// The sign-in settings of a client's users.
    public typealias ClientAuthenticationSettings = SensibillAPI.ClientAuthenticationSettings

    /// The branding options of a client.
    public typealias ClientBrandingOptions = SensibillAPI.ClientBrandingOptions

    /// The options for capturing pictures.
    public typealias ClientCameraOptions = SensibillAPI.ClientCameraOptions

    /// The options of exports.
    public typealias ClientExportOptions = SensibillAPI.ClientExportOptions

    /// The details of features and the content of screens.
    public typealias ClientFeatureOptions = SensibillAPI.ClientFeatureOptions

    /// The filter options of the list.
    public typealias ClientFilterOptions = SensibillAPI.ClientFilterOptions

    /// Settings and policies of a client.
    public typealias ClientInfo = SensibillAPI.ClientInfo

    /// The options for reports about incorrectly read documents.
    public typealias ClientIssueReportingOptions = SensibillAPI.ClientIssueReportingOptions

    /// The grouping options of the list.
    public typealias ClientListingScreenOptions = SensibillAPI.ClientListingScreenOptions

    /// The options for usage metrics.
    public typealias ClientMetricsOptions = SensibillAPI.ClientMetricsOptions

    /// Notifications that a client has enabled.
    public typealias ClientNotificationSettings = SensibillAPI.ClientNotificationSettings

    /// The options for e-mails that the service sends.
    public typealias ClientOutgoingEmailOptions = SensibillAPI.ClientOutgoingEmailOptions

    /// One set of policies of a client.
    public typealias ClientPoliciesDto = SensibillAPI.ClientPoliciesDto

    /// The ids of a client at providers of e-mail accounts.
    public typealias ClientProviderIDs = SensibillAPI.ClientProviderIDs

    /// The options for the registration of users.
    public typealias ClientRegistrationOptions = SensibillAPI.ClientRegistrationOptions

    /// The options for reminders of periods.
    public typealias ClientReminderOptions = SensibillAPI.ClientReminderOptions

    /// Options of the web client.
    public typealias ClientWebSDKOptions = SensibillAPI.ClientWebSDKOptions

    /// Country of a document.
    public typealias CountryCode = SensibillAPI.CountryCode

    /// A carrier.
    public typealias CourierDto = SensibillAPI.CourierDto

    /// Currency of a document, an ISO 4217 code.
    public typealias CurrencyCodeEnum = SensibillAPI.CurrencyCodeEnum

    /// A delivery of goods.
    public typealias DeliveryDto = SensibillAPI.DeliveryDto

    /// A way in which goods reach the customer.
    public typealias DeliveryTypes = SensibillAPI.DeliveryTypes

    /// Kind of a discount.
    public typealias DiscountTypes = SensibillAPI.DiscountTypes

    /// A category.
    public typealias DocumentCategoryListItemDto = SensibillAPI.DocumentCategoryListItemDto

    /// A barcode on a document.
    public typealias DocumentContentBarcodeDto = SensibillAPI.DocumentContentBarcodeDto

    /// The customer printed on a document.
    public typealias DocumentContentCustomerDto = SensibillAPI.DocumentContentCustomerDto

    /// The content that the service read from a document.
    public typealias DocumentContentDto = SensibillAPI.DocumentContentDto

    /// An upload.
    public typealias DocumentCreationRequestDto = SensibillAPI.DocumentCreationRequestDto

    /// The id of an uploaded document.
    public typealias DocumentCreationResponseDto = SensibillAPI.DocumentCreationResponseDto

    /// A currency.
    public typealias DocumentCurrencyListItemDto = SensibillAPI.DocumentCurrencyListItemDto

    /// Documents to delete.
    public typealias DocumentDeleteRequestDto = SensibillAPI.DocumentDeleteRequestDto

    /// Documents that were deleted.
    public typealias DocumentDeleteResponseDto = SensibillAPI.DocumentDeleteResponseDto

    /// A discount.
    public typealias DocumentDiscountDto = SensibillAPI.DocumentDiscountDto

    /// A document.
    public typealias DocumentDto = SensibillAPI.DocumentDto

    /// A fee.
    public typealias DocumentFeeDto = SensibillAPI.DocumentFeeDto

    /// A line of a document.
    public typealias DocumentItemDto = SensibillAPI.DocumentItemDto

    /// A further property of an item.
    public typealias DocumentItemPropertyDto = SensibillAPI.DocumentItemPropertyDto

    /// The part of the content that a list contains.
    public typealias DocumentListItemContentDto = SensibillAPI.DocumentListItemContentDto

    /// A document in a list.
    public typealias DocumentListItemDto = SensibillAPI.DocumentListItemDto

    /// The seller of a document in a list.
    public typealias DocumentListMerchantDto = SensibillAPI.DocumentListMerchantDto

    /// A locale.
    public typealias DocumentLocaleListItemDto = SensibillAPI.DocumentLocaleListItemDto

    /// Points of a loyalty program.
    public typealias DocumentLoyaltyRewardsDto = SensibillAPI.DocumentLoyaltyRewardsDto

    /// The seller printed on a document.
    public typealias DocumentMerchantDto = SensibillAPI.DocumentMerchantDto

    /// A payment printed on a document.
    public typealias DocumentPaymentDto = SensibillAPI.DocumentPaymentDto

    /// The number of documents added to or removed from a folder.
    public typealias DocumentsAddedOrRemovedFromFolderResponseDto = SensibillAPI
        .DocumentsAddedOrRemovedFromFolderResponseDto

    /// A document that was not deleted.
    public typealias DocumentsDeleteErrorItemDto = SensibillAPI.DocumentsDeleteErrorItemDto

    /// The states of several documents.
    public typealias DocumentsStatusResponseDto = SensibillAPI.DocumentsStatusResponseDto

    /// A document whose state is unknown.
    public typealias DocumentsStatusResponseErrorDto = SensibillAPI.DocumentsStatusResponseErrorDto

    /// The state of a document.
    public typealias DocumentStatusListItemDto = SensibillAPI.DocumentStatusListItemDto

    /// An amount with its taxes.
    public typealias DocumentTaxableAmountDto = SensibillAPI.DocumentTaxableAmountDto

    /// One tax.
    public typealias DocumentTaxDto = SensibillAPI.DocumentTaxDto

    /// Kind of a document.
    public typealias DocumentType = SensibillAPI.DocumentType

    /// The user's notes about a document.
    public typealias DocumentUserMetadataDto = SensibillAPI.DocumentUserMetadataDto

    /// A period that starts at the date of the document.
    public typealias DocumentUserMetadataPeriodDto = SensibillAPI.DocumentUserMetadataPeriodDto

    /// Corrections of the content of a document.
    public typealias EditDocumentContentDto = SensibillAPI.EditDocumentContentDto

    /// Corrections of the seller.
    public typealias EditDocumentMerchantDto = SensibillAPI.EditDocumentMerchantDto

    /// Corrections of a document.
    public typealias EditDocumentRequestDto = SensibillAPI.EditDocumentRequestDto

    /// The id of a changed document.
    public typealias EditDocumentResponseDto = SensibillAPI.EditDocumentResponseDto

    /// Corrections of an amount.
    public typealias EditDocumentTaxableAmountDto = SensibillAPI.EditDocumentTaxableAmountDto

    /// Corrections of the user's notes.
    public typealias EditDocumentUserMetadataDto = SensibillAPI.EditDocumentUserMetadataDto

    /// Correction of a period.
    public typealias EditDocumentUserMetadataPeriodDto = SensibillAPI.EditDocumentUserMetadataPeriodDto

    /// The id of a changed receipt.
    public typealias EditReceiptResponseDto = SensibillAPI.EditReceiptResponseDto

    /// The availability of an e-mail address or an access id.
    public typealias EmailOrUsernameAvailabilityResponseDto = SensibillAPI.EmailOrUsernameAvailabilityResponseDto

    /// The empty body of a successful response.
    public typealias Empty = SensibillAPI.EmptyObjectResponseDto

    /// A response without content.
    public typealias EmptyObjectResponseDto = SensibillAPI.EmptyObjectResponseDto

    /// The details of a rejected request.
    public typealias ErrorDetails = SensibillAPI.ErrorResponse

    /// Details of a failure.
    public typealias ErrorExtras = SensibillAPI.ErrorExtras

    /// Kind of a failure.
    public typealias ErrorName = SensibillAPI.ErrorName

    /// The body of every failure.
    public typealias ErrorResponse = SensibillAPI.ErrorResponse

    /// Kind of an expense.
    public typealias ExpenseType = SensibillAPI.ExpenseType

    /// A request for an export.
    public typealias ExportCreateDto = SensibillAPI.ExportCreateDto

    /// The response to an export request.
    public typealias ExportCreateResponseDto = SensibillAPI.ExportCreateResponseDto

    /// The criteria that select the documents of an export.
    public typealias ExportCriteria = SensibillAPI.ListDocumentsCriteriaDto

    /// A document in an export.
    public typealias ExportDocumentDto = SensibillAPI.ExportDocumentDto

    /// Format of an exported file.
    public typealias ExportOutputFormat = SensibillAPI.ExportOutputFormat

    /// An export.
    public typealias ExportsResponseDto = SensibillAPI.ExportsResponseDto

    /// The state of an export.
    ///
    /// `queued` and `running` are transient; the others are final.
    public typealias ExportStatus = SensibillAPI.ExportStatus

    /// Kind of a fee.
    public typealias FeeTypes = SensibillAPI.FeeTypes

    /// A new folder.
    public typealias FolderCreateRequestDto = SensibillAPI.FolderCreateRequestDto

    /// The id of a new folder.
    public typealias FolderCreationResponseDto = SensibillAPI.FolderCreationResponseDto

    /// The options for deleting a folder.
    public typealias FolderDeleteRequestDto = SensibillAPI.FolderDeleteRequestDto

    /// A folder.
    public typealias FolderListItemDto = SensibillAPI.FolderListItemDto

    /// The total of a folder's documents in one currency.
    public typealias FolderListItemTotalsDto = SensibillAPI.FolderListItemTotalsDto

    /// Folders to delete.
    public typealias FoldersDeleteRequestDto = SensibillAPI.FoldersDeleteRequestDto

    /// The changes of a folder.
    public typealias FolderUpdateRequestDto = SensibillAPI.FolderUpdateRequestDto

    /// State of the service.
    public typealias GeneralInfo = SensibillAPI.GeneralInfo

    /// The reason why a document could not be read.
    public typealias GetDocumentErrorDto = SensibillAPI.GetDocumentErrorDto

    /// A page of documents.
    public typealias GetDocumentListResponseDto = SensibillAPI.GetDocumentListResponseDto

    /// A document, with an error if it could not be read.
    public typealias GetDocumentResponseDto = SensibillAPI.GetDocumentResponseDto

    /// The folders of a user.
    public typealias GetFoldersListResponseDto = SensibillAPI.GetFoldersListResponseDto

    /// All categories.
    public typealias GetLookupCategoryListResponseDto = SensibillAPI.GetLookupCategoryListResponseDto

    /// All currencies.
    public typealias GetLookupCurrencyListResponseDto = SensibillAPI.GetLookupCurrencyListResponseDto

    /// All locales.
    public typealias GetLookupLocaleListResponseDto = SensibillAPI.GetLookupLocaleListResponseDto

    /// Pixel density of an icon.
    public typealias IconScale = SensibillAPI.IconScale

    /// A new account for the subject of a JSON Web Token.
    public typealias JwtUserRequestDto = SensibillAPI.JwtUserRequestDto

    /// The criteria that select the documents to export.
    public typealias ListDocumentsCriteriaDto = SensibillAPI.ListDocumentsCriteriaDto

    /// A merchant.
    public typealias MerchantListItemDto = SensibillAPI.MerchantListItemDto

    /// The merchants that match a search.
    public typealias MerchantsDto = SensibillAPI.MerchantsDto

    /// Correction of the bank account and transaction.
    public typealias NullableDocumentAccountMetadataDto = SensibillAPI.NullableDocumentAccountMetadataDto

    /// Direction of a sorted list.
    public typealias OrderBy = SensibillAPI.OrderBy

    /// The sales channel of a purchase.
    public typealias OrderChannelTypes = SensibillAPI.OrderChannelTypes

    /// The strength of a password.
    public typealias PasswordStrength = SensibillAPI.PasswordStrength

    /// Unit of a period.
    public typealias PeriodUnit = SensibillAPI.PeriodUnit

    /// Whether registration requires an address for forwarded receipts.
    public typealias ReceiptAccountEmailRule = SensibillAPI.ReceiptAccountEmailRule

    /// The availability of an address for forwarded receipts.
    public typealias ReceiptEmailAvailabilityResponseDto = SensibillAPI.ReceiptEmailAvailabilityResponseDto

    /// A domain for addresses of forwarded receipts.
    public typealias ReceiptEmailDomainAndAliases = SensibillAPI.ReceiptEmailDomainAndAliases

    /// The type of a complaint about a receipt.
    public typealias ReceiptFlagType = SensibillAPI.ReceiptFlagType

    /// Correction of a period.
    public typealias ReceiptPeriodEditDto = SensibillAPI.ReceiptPeriodEditDto

    /// Correction of a tax.
    public typealias ReceiptTaxEditDto = SensibillAPI.ReceiptTaxEditDto

    /// Corrections of a receipt.
    public typealias ReceiptUpdateDto = SensibillAPI.ReceiptUpdateDto

    /// The id of a new account.
    public typealias RegisterUserResponseDto = SensibillAPI.RegisterUserResponseDto

    /// A folder to create with an account.
    public typealias RegistrationFolderDto = SensibillAPI.RegistrationFolderDto

    /// Replacement of a temporary password.
    public typealias ResetTempPasswordRequestDto = SensibillAPI.ResetTempPasswordRequestDto

    /// Change of a password.
    public typealias SetPasswordRequestDto = SensibillAPI.SetPasswordRequestDto

    /// A folder without its totals.
    public typealias SimplifiedFolderDto = SensibillAPI.SimplifiedFolderDto

    /// The property by which a list of documents is sorted.
    public typealias SortBy = SensibillAPI.SortBy

    /// The original of a document.
    public typealias SourceDocumentDto = SensibillAPI.SourceDocumentDto

    /// The format in which a document was received.
    public typealias SourceDocumentFormat = SensibillAPI.SourceDocumentFormat

    /// The format by which documents can be filtered.
    public typealias SourceFormat = SensibillAPI.SourceFormat

    /// The processing state of a document.
    public typealias Status = SensibillAPI.Status

    /// A payment method.
    public typealias TenderType = SensibillAPI.TenderType

    /// Participation in the diagnostics trial.
    public typealias UserDiagnosticsAccess = SensibillAPI.UserDiagnosticsAccess

    /// Counts of a user's forwarded e-mails.
    public typealias UserEmailCounts = SensibillAPI.UserEmailCounts

    /// The channels of a notification about exports.
    public typealias UserExportNotificationOptions = SensibillAPI.UserExportNotificationOptions

    /// The channels of a notification.
    public typealias UserNotificationOptions = SensibillAPI.UserNotificationOptions

    /// Notifications of a user.
    public typealias UserNotificationSettings = SensibillAPI.UserNotificationSettings

    /// Trials that a user takes part in.
    public typealias UserPilotAccess = SensibillAPI.UserPilotAccess

    /// Counts of a user's receipts.
    public typealias UserReceiptCounts = SensibillAPI.UserReceiptCounts

    /// A receipt that needs attention.
    public typealias UserReceiptDto = SensibillAPI.UserReceiptDto

    /// The channels of a notification about new receipts.
    public typealias UserReceiptNotificationOptions = SensibillAPI.UserReceiptNotificationOptions

    /// Total of a receipt.
    public typealias UserReceiptTotal = SensibillAPI.UserReceiptTotal

    /// A new account.
    public typealias UserRequestDto = SensibillAPI.UserRequestDto

    /// An account.
    public typealias UserResponseDto = SensibillAPI.UserResponseDto

    /// State of an account.
    public typealias UserStatus = SensibillAPI.UserStatus

    /// Changes of an account.
    public typealias UserUpdateRequest = SensibillAPI.UserUpdateRequest
}
