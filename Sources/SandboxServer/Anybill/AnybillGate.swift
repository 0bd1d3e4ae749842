import AnybillAPI
import APIRuntime
import APIServer

/// An error that can say that a token is missing or does not suffice.
protocol TokenRefusal: OperationError {
    static func unauthorized(_ problem: ProblemDetails) -> Self
    static func forbidden(_ problem: ProblemDetails) -> Self
}

extension AddBillError: TokenRefusal {}
extension AttachReceiptError: TokenRefusal {}
extension CancelBillError: TokenRefusal {}
extension CreateUserError: TokenRefusal {}
extension DeleteReceiptError: TokenRefusal {}
extension DeleteReceiptsError: TokenRefusal {}
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

/// Lets requests with the right token through.
struct AnybillGate: Sendable {
    /// Realm of end users' tokens.
    static let userRealm = "anybill.user"

    /// Realm of service accounts' tokens.
    static let serviceRealm = "anybill.service"

    let tokens: SandboxTokens
    let store: LockedState<AnybillRecords>
    let problems: AnybillProblems

    /// Refuses a request without any good token, before anything else is looked at.
    func checkToken(_ request: ServerRequest) throws(GetCurrentUserError) {
        let isKnown = [Self.userRealm, Self.serviceRealm].contains { realm in
            request.bearer.map { (try? tokens.check($0, realm: realm)) != nil } ?? false
        }
        guard isKnown else { throw .unauthorized(problems.unauthorized()) }
    }

    /// The user that a request is made for.
    ///
    /// - Returns: The account.
    /// - Throws: 401 without a good token of an end user.
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
    /// - Throws: 401 without a good token, 403 when it lacks the scope.
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

/// What a service account may be allowed to do.
enum AnybillScope: String, CaseIterable, Sendable {
    case partnerUser = "https://ad.anybill.de/partner-platform/user"
    case partnerBill = "https://ad.anybill.de/partner-platform/bill"
    case vendorBill = "https://ad.anybill.de/vendor/bill"
}
