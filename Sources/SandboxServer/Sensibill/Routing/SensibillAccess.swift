import APIServer

/// The access level of an operation, checked before the operation itself.
enum SensibillAccess: Sendable {
    /// Every request is accepted, and the operation checks credentials itself.
    case open
    /// The request needs a token of the client or of a user.
    case token
    /// The request needs a user's token.
    case user

    private static let openOperations: Set = [
        "getApiInfo", "jwtAuthenticate", "getClientInfo", "getAuthorizationGrant", "requestAccessToken",
        "registerWithJwt", "checkPasswordStrength", "resetTempPassword",
    ]

    private static let tokenOperations: Set = [
        "invalidateToken", "logout", "createUser", "deleteUser", "getUserById", "upsertUser", "getEmailAvailability",
        "getReceiptEmailAvailability", "getUsernameAvailability", "getDocumentCategories", "getCurrencies",
        "getLocales", "getMerchants",
    ]

    /// Creates the access level of an operation.
    ///
    /// Operation IDs of the first API generation end with `V1`.
    init(_ operation: String) {
        let id = operation.hasSuffix("V1") ? String(operation.dropLast(2)) : operation
        self = Self.openOperations.contains(id) ? .open : Self.tokenOperations.contains(id) ? .token : .user
    }

    /// Returns the check of credentials.
    ///
    /// An operation with the access level ``open`` that requires a credential issues or exchanges it, and checks it
    /// itself.
    static func check(_ store: SensibillStore) -> ServerSecurity.Check {
        { _, request in
            switch SensibillAccess(request.operation) {
            case .open: break
            case .token: _ = try store.caller(request)
            case .user: _ = try store.userID(request)
            }
            return .accepted
        }
    }
}
