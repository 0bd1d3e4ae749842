import AnybillAPI
import APIRuntime
import APIServer

/// An operation error with cases for a missing or insufficient token.
protocol TokenRefusal: OperationError {
    static func unauthorized(_ problem: ProblemDetails) -> Self
    static func forbidden(_ problem: ProblemDetails) -> Self
}

extension AddBillError: TokenRefusal {}
extension AttachReceiptError: TokenRefusal {}
extension CancelBillError: TokenRefusal {}
extension CreateUserError: TokenRefusal {}
extension DeleteReceiptError: TokenRefusal {}
extension DeleteReceiptBatchError: TokenRefusal {}
extension DeleteUserError: TokenRefusal {}
extension GetBillUrlError: TokenRefusal {}
extension GetContentAreaError: TokenRefusal {}
extension GetCurrentUserError: TokenRefusal {}
extension GetReceiptError: TokenRefusal {}
extension GetReceiptPdfError: TokenRefusal {}
extension GetUserReceiptPdfError: TokenRefusal {}
extension IssueUserTokenError: TokenRefusal {}
extension ListReceiptsError: TokenRefusal {}
extension ListUserReceiptsError: TokenRefusal {}
extension RegisterPushTokenError: TokenRefusal {}
extension RemovePushTokenError: TokenRefusal {}
extension ToggleReceiptFavouriteError: TokenRefusal {}
extension UpdateReceiptNoteError: TokenRefusal {}

/// The authentication and authorization of requests.
struct AnybillGate: Sendable {
    /// The realm of end users' tokens.
    static let userRealm = "anybill.user"

    /// The realm of service accounts' tokens.
    static let serviceRealm = "anybill.service"

    let tokens: SandboxTokens
    let store: LockedState<AnybillRecords>
    let problems: AnybillProblems

    /// Returns whether a token is valid for a scheme, before any other check of a request.
    ///
    /// The operations check the scopes.
    func verdict(_ credential: PresentedCredential) -> CredentialVerdict {
        let realm = credential.scheme == "userToken" ? Self.userRealm : Self.serviceRealm
        guard case .bearer(let token) = credential.value, (try? tokens.check(token, realm: realm)) != nil else {
            return .refused
        }
        return .accepted
    }

    /// Returns the user who sends a request.
    ///
    /// - Returns: The account.
    /// - Throws: The error for status 401 if there is no valid token of an end user.
    func user<Failure: TokenRefusal>(
        _ request: ServerRequest,
        failing: Failure.Type
    ) throws(Failure) -> AnybillAccount {
        guard let token = request.bearer,
            let issued = try? tokens.check(token, realm: Self.userRealm),
            let account = store.withLock({ $0.accounts[issued.subject] })
        else { throw .unauthorized(problems.unauthorized()) }
        return account
    }

    /// Checks the token of a service account.
    ///
    /// - Throws: The error for status 401 if there is no valid token, or for status 403 if the token lacks the scope.
    func service<Failure: TokenRefusal>(
        _ scope: AnybillScope,
        _ request: ServerRequest,
        failing: Failure.Type
    ) throws(Failure) {
        guard let token = request.bearer, let issued = try? tokens.check(token, realm: Self.serviceRealm) else {
            throw .unauthorized(problems.unauthorized())
        }
        guard issued.scope.split(separator: " ").contains(where: { $0 == scope.rawValue }) else {
            throw .forbidden(problems.forbidden())
        }
    }
}

/// A permission of a service account.
enum AnybillScope: String, CaseIterable, Sendable {
    case partnerUser = "https://ad.anybill.de/partner-platform/user"
    case partnerBill = "https://ad.anybill.de/partner-platform/bill"
    case vendorBill = "https://ad.anybill.de/vendor/bill"
}
