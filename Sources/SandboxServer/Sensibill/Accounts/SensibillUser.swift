import APIRuntime
import Foundation
import SensibillAPI

/// One user of the client, with everything that belongs to it.
struct SensibillUser: Sendable {
    let id: String
    let accessID: String
    let credentialType: String
    /// Empty for users who come with a JSON Web Token.
    var secret: String
    var status = UserStatus.registered
    var email: String?
    var receiptAccountEmail: String?
    var firstName: String?
    var lastName: String?
    var defaultCurrency = CurrencyCodeEnum.cad
    var locale = SensibillTables.locales[0].code
    var notifications = UserNotificationSettings()

    /// Documents in the order in which they arrived; deleted ones are gone.
    var documents: [StoredDocument] = []
    var folders: [StoredFolder] = []
    var exports: [StoredExport] = []
    /// When reading of the last document ends; the next one starts then.
    var busyUntil = Date.distantPast
    /// First document for each foreign id, deleted ones too.
    var foreignIDs: [String: String] = [:]

    /// Position of a document; `nil` when the user has none with this id.
    func documentIndex(_ id: String) -> Int? { documents.firstIndex { $0.id == id } }

    /// Position of a folder.
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

    /// The digits of a colour, with or without a number sign in front; `nil` when it is no colour.
    static func digits(of color: String) -> String? {
        let digits = color.hasPrefix("#") ? String(color.dropFirst()) : color
        guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit) else { return nil }
        return digits
    }
}
