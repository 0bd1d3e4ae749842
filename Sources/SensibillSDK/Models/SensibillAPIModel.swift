public import SensibillAPI

/// Everything that goes to the service and comes from it.
///
/// The models are those of the generated client under the names of the service's documentation. Amounts are `Decimal`,
/// days are `CalendarDate`, times are `Date`. Unknown members and unknown values of enumerations are kept.
public enum SensibillAPIModel {}

extension SensibillAPIModel {
    /// An access token.
    public typealias AccessToken = SensibillAPI.AccessToken

    /// The bank account and transaction that a document belongs to.
    public typealias AccountMetadata = SensibillAPI.AccountMetadata

    /// A bank transaction.
    public typealias AccountTransactionDataDto = SensibillAPI.AccountTransactionDataDto

    /// Documents to put into a folder or to take out.
    public typealias AddOrRemoveDocumentsFromFolderDto = SensibillAPI.AddOrRemoveDocumentsFromFolderDto

    /// Receipts that need attention for one reason.
    public typealias AlertDto = SensibillAPI.AlertDto

    /// Why receipts need attention.
    public typealias AlertName = SensibillAPI.AlertName

    /// An authorization code.
    public typealias AuthorizationGrant = SensibillAPI.AuthorizationGrant

    /// Features of a client by switch.
    public typealias ClientAllowedFeatures = SensibillAPI.ClientAllowedFeatures

    /// How users of a client sign in.
    public typealias ClientAuthenticationSettings = SensibillAPI.ClientAuthenticationSettings

    /// Looks.
    public typealias ClientBrandingOptions = SensibillAPI.ClientBrandingOptions

    /// Capture of pictures.
    public typealias ClientCameraOptions = SensibillAPI.ClientCameraOptions

    /// Exports.
    public typealias ClientExportOptions = SensibillAPI.ClientExportOptions

    /// Details of features, and what screens show.
    public typealias ClientFeatureOptions = SensibillAPI.ClientFeatureOptions

    /// Filters of the list.
    public typealias ClientFilterOptions = SensibillAPI.ClientFilterOptions

    /// Settings and policies of a client.
    public typealias ClientInfo = SensibillAPI.ClientInfo

    /// Reports about wrong readings.
    public typealias ClientIssueReportingOptions = SensibillAPI.ClientIssueReportingOptions

    /// Grouping of the list.
    public typealias ClientListingScreenOptions = SensibillAPI.ClientListingScreenOptions

    /// Measurement of use.
    public typealias ClientMetricsOptions = SensibillAPI.ClientMetricsOptions

    /// Notifications that a client has switched on.
    public typealias ClientNotificationSettings = SensibillAPI.ClientNotificationSettings

    /// E-mails that the service sends.
    public typealias ClientOutgoingEmailOptions = SensibillAPI.ClientOutgoingEmailOptions

    /// One set of policies of a client.
    public typealias ClientPoliciesDto = SensibillAPI.ClientPoliciesDto

    /// Ids of a client at providers of e-mail accounts.
    public typealias ClientProviderIDs = SensibillAPI.ClientProviderIDs

    /// Registration of users.
    public typealias ClientRegistrationOptions = SensibillAPI.ClientRegistrationOptions

    /// Reminders of periods.
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

    /// Way in which goods reach the customer.
    public typealias DeliveryTypes = SensibillAPI.DeliveryTypes

    /// Kind of a discount.
    public typealias DiscountTypes = SensibillAPI.DiscountTypes

    /// A category.
    public typealias DocumentCategoryListItemDto = SensibillAPI.DocumentCategoryListItemDto

    /// A barcode on a document.
    public typealias DocumentContentBarcodeDto = SensibillAPI.DocumentContentBarcodeDto

    /// The customer printed on a document.
    public typealias DocumentContentCustomerDto = SensibillAPI.DocumentContentCustomerDto

    /// What was read from a document.
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

    /// The part of the content that a list carries.
    public typealias DocumentListItemContentDto = SensibillAPI.DocumentListItemContentDto

    /// A document in a list.
    public typealias DocumentListItemDto = SensibillAPI.DocumentListItemDto

    /// The seller of a document in a list.
    public typealias DocumentListMerchantDto = SensibillAPI.DocumentListMerchantDto

    /// A locale.
    public typealias DocumentLocaleListItemDto = SensibillAPI.DocumentLocaleListItemDto

    /// Points of a loyalty programme.
    public typealias DocumentLoyaltyRewardsDto = SensibillAPI.DocumentLoyaltyRewardsDto

    /// The seller printed on a document.
    public typealias DocumentMerchantDto = SensibillAPI.DocumentMerchantDto

    /// A payment printed on a document.
    public typealias DocumentPaymentDto = SensibillAPI.DocumentPaymentDto

    /// How many documents were put in or taken out.
    public typealias DocumentsAddedOrRemovedFromFolderResponseDto = SensibillAPI
        .DocumentsAddedOrRemovedFromFolderResponseDto

    /// A document that was not deleted.
    public typealias DocumentsDeleteErrorItemDto = SensibillAPI.DocumentsDeleteErrorItemDto

    /// The states of several documents.
    public typealias DocumentsStatusResponseDto = SensibillAPI.DocumentsStatusResponseDto

    /// A document whose state is not known.
    public typealias DocumentsStatusResponseErrorDto = SensibillAPI.DocumentsStatusResponseErrorDto

    /// The state of a document.
    public typealias DocumentStatusListItemDto = SensibillAPI.DocumentStatusListItemDto

    /// An amount with its taxes.
    public typealias DocumentTaxableAmountDto = SensibillAPI.DocumentTaxableAmountDto

    /// One tax.
    public typealias DocumentTaxDto = SensibillAPI.DocumentTaxDto

    /// Kind of a document.
    public typealias DocumentType = SensibillAPI.DocumentType

    /// What the user noted about a document.
    public typealias DocumentUserMetadataDto = SensibillAPI.DocumentUserMetadataDto

    /// A period that starts at the date of the document.
    public typealias DocumentUserMetadataPeriodDto = SensibillAPI.DocumentUserMetadataPeriodDto

    /// Corrections of what was read.
    public typealias EditDocumentContentDto = SensibillAPI.EditDocumentContentDto

    /// Corrections of the seller.
    public typealias EditDocumentMerchantDto = SensibillAPI.EditDocumentMerchantDto

    /// Corrections of a document.
    public typealias EditDocumentRequestDto = SensibillAPI.EditDocumentRequestDto

    /// The id of a changed document.
    public typealias EditDocumentResponseDto = SensibillAPI.EditDocumentResponseDto

    /// Corrections of an amount.
    public typealias EditDocumentTaxableAmountDto = SensibillAPI.EditDocumentTaxableAmountDto

    /// Corrections of what the user noted.
    public typealias EditDocumentUserMetadataDto = SensibillAPI.EditDocumentUserMetadataDto

    /// Correction of a period.
    public typealias EditDocumentUserMetadataPeriodDto = SensibillAPI.EditDocumentUserMetadataPeriodDto

    /// The id of a changed receipt.
    public typealias EditReceiptResponseDto = SensibillAPI.EditReceiptResponseDto

    /// Whether an e-mail address or an access id is free.
    public typealias EmailOrUsernameAvailabilityResponseDto = SensibillAPI.EmailOrUsernameAvailabilityResponseDto

    /// A success that says nothing.
    public typealias Empty = SensibillAPI.EmptyObjectResponseDto

    /// A response without content.
    public typealias EmptyObjectResponseDto = SensibillAPI.EmptyObjectResponseDto

    /// What the service says about a refused request.
    public typealias ErrorDetails = SensibillAPI.ErrorResponse

    /// Details of a failure.
    public typealias ErrorExtras = SensibillAPI.ErrorExtras

    /// Kind of a failure.
    public typealias ErrorName = SensibillAPI.ErrorName

    /// What went wrong; the body of every failure.
    public typealias ErrorResponse = SensibillAPI.ErrorResponse

    /// Kind of an expense.
    public typealias ExpenseType = SensibillAPI.ExpenseType

    /// An order for an export.
    public typealias ExportCreateDto = SensibillAPI.ExportCreateDto

    /// An accepted order.
    public typealias ExportCreateResponseDto = SensibillAPI.ExportCreateResponseDto

    /// Which documents an export takes.
    public typealias ExportCriteria = SensibillAPI.ListDocumentsCriteriaDto

    /// A document in an export.
    public typealias ExportDocumentDto = SensibillAPI.ExportDocumentDto

    /// Format of an exported file.
    public typealias ExportOutputFormat = SensibillAPI.ExportOutputFormat

    /// An export.
    public typealias ExportsResponseDto = SensibillAPI.ExportsResponseDto

    /// State of an export.
    ///
    /// `queued` and `running` go on; the others are final.
    public typealias ExportStatus = SensibillAPI.ExportStatus

    /// Kind of a fee.
    public typealias FeeTypes = SensibillAPI.FeeTypes

    /// A new folder.
    public typealias FolderCreateRequestDto = SensibillAPI.FolderCreateRequestDto

    /// The id of a new folder.
    public typealias FolderCreationResponseDto = SensibillAPI.FolderCreationResponseDto

    /// How to delete a folder.
    public typealias FolderDeleteRequestDto = SensibillAPI.FolderDeleteRequestDto

    /// A folder.
    public typealias FolderListItemDto = SensibillAPI.FolderListItemDto

    /// What the documents of a folder add up to in one currency.
    public typealias FolderListItemTotalsDto = SensibillAPI.FolderListItemTotalsDto

    /// Folders to delete.
    public typealias FoldersDeleteRequestDto = SensibillAPI.FoldersDeleteRequestDto

    /// Changes of a folder.
    public typealias FolderUpdateRequestDto = SensibillAPI.FolderUpdateRequestDto

    /// State of the service.
    public typealias GeneralInfo = SensibillAPI.GeneralInfo

    /// Why a document could not be read.
    public typealias GetDocumentErrorDto = SensibillAPI.GetDocumentErrorDto

    /// A page of documents.
    public typealias GetDocumentListResponseDto = SensibillAPI.GetDocumentListResponseDto

    /// A document, and why it could not be read.
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

    /// Which documents to export.
    public typealias ListDocumentsCriteriaDto = SensibillAPI.ListDocumentsCriteriaDto

    /// A merchant.
    public typealias MerchantListItemDto = SensibillAPI.MerchantListItemDto

    /// Merchants that match.
    public typealias MerchantsDto = SensibillAPI.MerchantsDto

    /// Correction of the bank account and transaction.
    public typealias NullableDocumentAccountMetadataDto = SensibillAPI.NullableDocumentAccountMetadataDto

    /// Direction of a sorted list.
    public typealias OrderBy = SensibillAPI.OrderBy

    /// Where the purchase happened.
    public typealias OrderChannelTypes = SensibillAPI.OrderChannelTypes

    /// How strong a password is.
    public typealias PasswordStrength = SensibillAPI.PasswordStrength

    /// Unit of a period.
    public typealias PeriodUnit = SensibillAPI.PeriodUnit

    /// Whether registration asks for an address for forwarded receipts.
    public typealias ReceiptAccountEmailRule = SensibillAPI.ReceiptAccountEmailRule

    /// Whether an address for forwarded receipts is free.
    public typealias ReceiptEmailAvailabilityResponseDto = SensibillAPI.ReceiptEmailAvailabilityResponseDto

    /// A domain for addresses of forwarded receipts.
    public typealias ReceiptEmailDomainAndAliases = SensibillAPI.ReceiptEmailDomainAndAliases

    /// Complaint about a receipt.
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

    /// A folder without its sums.
    public typealias SimplifiedFolderDto = SensibillAPI.SimplifiedFolderDto

    /// Member by which a list of documents is sorted.
    public typealias SortBy = SensibillAPI.SortBy

    /// The original of a document.
    public typealias SourceDocumentDto = SensibillAPI.SourceDocumentDto

    /// Format in which a document arrived.
    public typealias SourceDocumentFormat = SensibillAPI.SourceDocumentFormat

    /// Format by which documents can be chosen.
    public typealias SourceFormat = SensibillAPI.SourceFormat

    /// State of reading a document.
    public typealias Status = SensibillAPI.Status

    /// Means of payment.
    public typealias TenderType = SensibillAPI.TenderType

    /// Part in the diagnostics trial.
    public typealias UserDiagnosticsAccess = SensibillAPI.UserDiagnosticsAccess

    /// Numbers of forwarded e-mails of a user.
    public typealias UserEmailCounts = SensibillAPI.UserEmailCounts

    /// Ways of a notification about exports.
    public typealias UserExportNotificationOptions = SensibillAPI.UserExportNotificationOptions

    /// Ways of a notification.
    public typealias UserNotificationOptions = SensibillAPI.UserNotificationOptions

    /// Notifications of a user.
    public typealias UserNotificationSettings = SensibillAPI.UserNotificationSettings

    /// Trials that a user takes part in.
    public typealias UserPilotAccess = SensibillAPI.UserPilotAccess

    /// Numbers of receipts of a user.
    public typealias UserReceiptCounts = SensibillAPI.UserReceiptCounts

    /// A receipt that needs attention.
    public typealias UserReceiptDto = SensibillAPI.UserReceiptDto

    /// Ways of a notification about new receipts.
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
