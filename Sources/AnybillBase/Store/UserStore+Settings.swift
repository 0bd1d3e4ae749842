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
    /// The latest changes that the service has confirmed, of all contexts.
    case confirmed
    /// The refused edits of all contexts that the app has not dismissed.
    case refusals
    /// Whether receipts were inserted between others, so that their numbers are not in the order of the list.
    case insertions
    /// The number of changes of the list, its query and the edits, by all contexts.
    case revision
    /// The push token of an earlier version, which was registered with the service.
    case pushToken
    /// The push tokens that the service may have.
    case pushState
}

/// The push tokens of the device that the service may have for the user.
///
/// A token is stored before the request that registers it, and until the service has confirmed its removal, so that
/// neither a lost response nor the end of the process leaves a token that nobody removes.
struct PushState: Codable, Hashable, Sendable {
    /// The token that the service has confirmed; `nil` if there is none.
    var registered: String?

    /// All tokens that the service may have, in the order of their registration.
    var possible: [String] = []

    /// Notes that the service may have a token from now on.
    mutating func begin(_ token: String) {
        possible.removeAll { $0 == token }
        possible.append(token)
    }

    /// Notes the tokens of another state as well.
    mutating func merge(_ other: PushState) {
        registered = other.registered ?? registered
        for token in other.possible { begin(token) }
    }
}

extension UserStore {
    /// Returns the stored user; `nil` if none has been fetched.
    ///
    /// - Throws: An error if the database cannot be read.
    func user() throws -> AnybillUser? {
        followReplacement()
        let body = try file.readNow { try Self.data(named: UserSetting.user.rawValue, in: $0) }
        return body.flatMap { try? JSONCoding.decode(AnybillUser.self, from: $0) }
    }

    /// Stores the user.
    ///
    /// - Throws: An error if the database cannot be changed.
    func save(_ user: AnybillUser) throws {
        try set(.user, to: Data(JSONCoding.encode(user)))
    }

    /// Returns the push tokens that the service may have.
    ///
    /// - Throws: An error if the database cannot be read.
    func pushState() throws -> PushState {
        followReplacement()
        return try file.readNow(Self.pushState)
    }

    /// Changes the push tokens that the service may have.
    ///
    /// - Throws: An error if the database cannot be changed.
    func changePushState(_ change: (inout PushState) -> Void) throws {
        followReplacement()
        try file.writeNow { db in
            var state = try Self.pushState(in: db)
            change(&state)
            try Self.write(state, as: .pushState, to: db)
        }
    }

    private static func pushState(in db: Database) throws -> PushState {
        if let state: PushState = try value(.pushState, in: db) { return state }
        let former = try data(named: UserSetting.pushToken.rawValue, in: db).map { String(decoding: $0, as: UTF8.self) }
        return PushState(registered: former, possible: former.map { [$0] } ?? [])
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

    /// Stores a content area, or removes it if it is `nil` or its receipt was deleted while it was fetched.
    ///
    /// - Throws: An error if the database cannot be changed.
    func save(_ area: ContentArea?, of receiptId: String) throws {
        followReplacement()
        try file.writeNow { db in
            guard let area else {
                return try db.execute(sql: "DELETE FROM contentArea WHERE receiptId = ?", arguments: [receiptId])
            }
            let confirmed: [ConfirmedChange] = try Self.value(.confirmed, in: db) ?? []
            let isDeleted = confirmed.contains { change in
                change.change.isDeletion && change.ids.contains { $0.lowercased() == receiptId.lowercased() }
            }
            guard !isDeleted else { return }
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
        try data(named: name, in: db).flatMap { try? JSONDecoder().decode(Value.self, from: $0) }
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

    private static func data(named name: String, in db: Database) throws -> Data? {
        try Data.fetchOne(db, sql: "SELECT value FROM setting WHERE name = ?", arguments: [name])
    }

    /// Opens the database that another process has put in place of a damaged one, because it reads and writes there.
    private func followReplacement() { _ = try? file.followReplacement() }

    private func set(_ setting: UserSetting, to value: Data) throws {
        followReplacement()
        try file.writeNow { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)",
                arguments: [setting.rawValue, value]
            )
        }
    }

    /// Copies the settings that cannot be fetched again from a damaged or newer database, as far as they can be read.
    static func salvage(_ damaged: Database, _ fresh: Database) throws {
        let settings = [UserSetting.log, .confirmed, .refusals, .pushToken, .pushState]
        let names = settings.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        let rows = try Row.fetchCursor(
            damaged,
            sql: "SELECT name, value FROM setting WHERE name IN (\(names)) OR name LIKE '\(logPrefix)%'"
        )
        while let row = try? rows.next() {
            // A value of another type is damaged. A subscript with the expected type would end the process.
            let columns: [DatabaseValue?] = [row["name"], row["value"]]
            guard let name = columns[0].flatMap(String.fromDatabaseValue),
                let value = columns[1].flatMap(Data.fromDatabaseValue)
            else { continue }
            try fresh.execute(
                sql: "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)",
                arguments: [name, value]
            )
        }
    }
}
