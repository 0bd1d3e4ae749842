import APIRuntime
import Foundation
import SensibillAPI

/// A user of the client with all of the user's data.
struct SensibillUser: Sendable {
    let id: String
    let accessID: String
    let credentialType: String
    /// Empty for users who registered with a JSON Web Token.
    var secret: String
    var status = UserStatus.registered
    var email: String?
    var receiptAccountEmail: String?
    var firstName: String?
    var lastName: String?
    var defaultCurrency = CurrencyCodeEnum.cad
    var locale = SensibillTables.locales[0].code
    var notifications = UserNotificationSettings()

    /// The documents in order of arrival, without deleted ones.
    var documents: [StoredDocument] = []
    var folders: [StoredFolder] = []
    var exports: [StoredExport] = []
    /// The time at which reading of the last document ends, and reading of the next one starts.
    var busyUntil = Date.distantPast
    /// The ID of the first document for each foreign ID, including deleted documents.
    var foreignIDs: [String: String] = [:]

    /// Returns the index of a document, or `nil` if the user has none with this ID.
    func documentIndex(_ id: String) -> Int? { documents.firstIndex { $0.id == id } }

    /// Returns the index of a folder.
    ///
    /// - Throws: A refusal with status 404.
    func folderIndex(_ id: String) throws(SensibillRefusal) -> Int {
        guard let index = folders.firstIndex(where: { $0.id == id }) else {
            throw .notFound("The user has no folder with this id.")
        }
        return index
    }

    /// Removes documents.
    mutating func removeDocuments(_ isGone: (StoredDocument) -> Bool) {
        documents.removeAll(where: isGone)
    }
}

/// A folder of one user.
struct StoredFolder: Sendable {
    let id: String
    var name: String
    /// Six hexadecimal digits without a number sign.
    var color: String
    let createdAt: Date
    var updatedAt: Date

    /// Returns the digits of a colour, which may start with a number sign, or `nil` if it is not a colour.
    static func digits(of color: String) -> String? {
        let digits = color.hasPrefix("#") ? String(color.dropFirst()) : color
        guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit) else { return nil }
        return digits
    }
}
