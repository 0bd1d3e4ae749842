import APIRuntime
import APIStorage
import AnybillAPI
import Foundation
import GRDB

/// The settings of a login.
enum UserSetting: String {
    /// The user, as last returned by the service.
    case user
    /// The state of the current query.
    case query
    /// The log of edits of an earlier version; now each context has its own one.
    case log
    /// The push token that is registered with the service.
    case pushToken
}

extension UserStore {
    /// Returns the stored user; `nil` if none has been fetched.
    ///
    /// - Throws: An error if the database cannot be read.
    func user() throws -> AnybillUser? {
        try value(.user).flatMap { try? JSONCoding.decode(AnybillUser.self, from: $0) }
    }

    /// Stores the user.
    ///
    /// - Throws: An error if the database cannot be changed.
    func save(_ user: AnybillUser) throws {
        try set(.user, to: Data(JSONCoding.encode(user)))
    }

    /// Returns the push token that is registered with the service; `nil` if none is.
    ///
    /// - Throws: An error if the database cannot be read.
    func pushToken() throws -> String? {
        try value(.pushToken).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Stores the push token that is registered with the service.
    ///
    /// - Throws: An error if the database cannot be changed.
    func save(pushToken: String) throws {
        try set(.pushToken, to: Data(pushToken.utf8))
    }

    /// Returns the state of the query; `nil` before the first query.
    ///
    /// - Throws: An error if the database cannot be read.
    func query() throws -> ReceiptQuery? {
        try file.readNow { try Self.value(.query, in: $0) }
    }

    /// Returns the most recently fetched content area of a receipt.
    ///
    /// - Throws: An error if the database cannot be read.
    func contentArea(of receiptId: String) throws -> ContentArea? {
        let body = try file.readNow { db in
            try Data.fetchOne(db, sql: "SELECT body FROM contentArea WHERE receiptId = ?", arguments: [receiptId])
        }
        return body.flatMap { try? JSONCoding.decode(ContentArea.self, from: $0) }
    }

    /// Stores a content area, or removes it if it is `nil`.
    ///
    /// - Throws: An error if the database cannot be changed.
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

    /// Returns a setting within a transaction; `nil` if there is none.
    ///
    /// - Throws: An error if the database cannot be read.
    static func value<Value: Decodable>(_ setting: UserSetting, in db: Database) throws -> Value? {
        try value(named: setting.rawValue, in: db)
    }

    /// Returns a setting within a transaction, by its name; `nil` if there is none.
    ///
    /// - Throws: An error if the database cannot be read.
    static func value<Value: Decodable>(named name: String, in db: Database) throws -> Value? {
        let value = try Data.fetchOne(db, sql: "SELECT value FROM setting WHERE name = ?", arguments: [name])
        return value.flatMap { try? JSONDecoder().decode(Value.self, from: $0) }
    }

    /// Writes a setting within a transaction.
    ///
    /// - Throws: An error if the database cannot be changed, which ends the transaction.
    static func write(_ value: some Encodable, as setting: UserSetting, to db: Database) throws {
        try write(value, named: setting.rawValue, to: db)
    }

    /// Writes a setting within a transaction, by its name.
    ///
    /// - Throws: An error if the database cannot be changed, which ends the transaction.
    static func write(_ value: some Encodable, named name: String, to db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)",
            arguments: [name, try JSONEncoder().encode(value)]
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
