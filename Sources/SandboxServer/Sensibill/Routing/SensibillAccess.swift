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
}
