import Foundation
import SensibillAPI

/// The mutable state of the imitated receipt service.
struct SensibillState: Sendable {

    /// An authorization code that has not been used yet.
    struct Code: Sendable {
        let userID: String
        let redirectURI: String
        let expiry: Date
    }

    /// The scripted outcome of reading the next document with a foreign ID.
    struct Script: Sendable {
        /// The code of the failure; `nil` for success.
        var failureCode: String?
        /// The time to read the document in seconds; `nil` for the usual time.
        var readingTime: Double?
    }

    var settings: SensibillSandboxSettings
    var users: [String: SensibillUser] = [:]
    var codes: [String: Code] = [:]
    /// The access token that was issued together with each refresh token.
    var accessTokens: [String: String] = [:]
    /// The scripts, by foreign ID.
    var scripts: [String: Script] = [:]

    /// Returns the user with an access ID of a kind.
    func user(accessID: String, credentialType: String) -> SensibillUser? {
        users.values.first { $0.accessID == accessID && $0.credentialType == credentialType }
    }
}
