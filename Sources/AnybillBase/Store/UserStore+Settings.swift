import APIRuntime
import APIStorage
import AnybillAPI
import Foundation
import GRDB

/// Single values of a login.
enum UserSetting: String {
    /// The user, as the service last gave it.
    case user
    /// State of the running query.
    case query
    /// Push token that the service knows.
    case pushToken
}

extension UserStore {
    /// The stored user; `nil` when none was fetched yet.
    func user() throws -> AnybillUser? {
        try value(.user).flatMap { try? JSONCoding.decode(AnybillUser.self, from: $0) }
    }

    /// Keeps the user.
    func save(_ user: AnybillUser) throws {
        try set(.user, to: Data(JSONCoding.encode(user)))
    }

    /// Push token that the service knows; `nil` when none is registered.
    func pushToken() throws -> String? {
        try value(.pushToken).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Notes the push token that the service knows.
    func save(pushToken: String) throws {
        try set(.pushToken, to: Data(pushToken.utf8))
    }

    /// State of the query; `nil` before the first one.
    func query() throws -> ReceiptQuery? {
        try value(.query).flatMap { try? JSONDecoder().decode(ReceiptQuery.self, from: $0) }
    }

    /// Content area of a receipt as it was last fetched.
    func contentArea(of receiptId: String) throws -> ContentArea? {
        let body = try file.readNow { db in
            try Data.fetchOne(db, sql: "SELECT body FROM contentArea WHERE receiptId = ?", arguments: [receiptId])
        }
        return body.flatMap { try? JSONCoding.decode(ContentArea.self, from: $0) }
    }

    /// Keeps a content area, or forgets it.
    func save(_ area: ContentArea?, of receiptId: String) throws {
        try file.writeNow { db in
            guard let area else {
                return try db.execute(sql: "DELETE FROM contentArea WHERE receiptId = ?", arguments: [receiptId])
            }
            try db.execute(
                sql: "INSERT OR REPLACE INTO contentArea (receiptId, body) VALUES (?, ?)",
                arguments: [receiptId, Data(JSONCoding.encode(area))]
            )
        }
    }

    /// Writes the state of the query within a transaction.
    static func write(_ query: ReceiptQuery, to db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)",
            arguments: [UserSetting.query.rawValue, try JSONEncoder().encode(query)]
        )
    }

    private func value(_ setting: UserSetting) throws -> Data? {
        try file.readNow { db in
            try Data.fetchOne(db, sql: "SELECT value FROM setting WHERE name = ?", arguments: [setting.rawValue])
        }
    }

    private func set(_ setting: UserSetting, to value: Data) throws {
        try file.writeNow { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)",
                arguments: [setting.rawValue, value]
            )
        }
    }
}
