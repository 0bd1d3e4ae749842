import Foundation
import SensibillAPI

/// Everything that the imitated receipt service knows and that changes.
struct SensibillState: Sendable {

    /// An authorization code that was not used yet.
    struct Code: Sendable {
        let userID: String
        let redirectURI: String
        let expiry: Date
    }

    /// How the next document with a foreign id shall be read.
    struct Script: Sendable {
        /// Code of the failure; `nil` for success.
        var failureCode: String?
        /// Seconds that reading takes; `nil` for the usual time.
        var readingTime: Double?
    }

    var settings: SensibillSandboxSettings
    var users: [String: SensibillUser] = [:]
    var codes: [String: Code] = [:]
    /// The access token that was issued together with each refresh token.
    var accessTokens: [String: String] = [:]
    /// Scripts by foreign id.
    var scripts: [String: Script] = [:]

    /// The user with an access id of a kind.
    func user(accessID: String, credentialType: String) -> SensibillUser? {
        users.values.first { $0.accessID == accessID && $0.credentialType == credentialType }
    }
}
