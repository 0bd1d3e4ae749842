import APIServer

/// Whom an operation lets in, before it looks closer.
enum SensibillAccess: Sendable {
    /// Everybody; the operation checks.
    case open
    /// Bearers of a token of the client or of a user.
    case token
    /// Bearers of a user's token.
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

    /// The access to an operation; the older generation has `V1` behind its ids.
    init(_ operation: String) {
        let id = operation.hasSuffix("V1") ? String(operation.dropLast(2)) : operation
        self = Self.openOperations.contains(id) ? .open : Self.tokenOperations.contains(id) ? .token : .user
    }
}
