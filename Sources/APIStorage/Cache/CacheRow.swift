internal import APIRuntime
internal import Foundation
internal import GRDB
internal import HTTPTypes

/// A stored cache entry: one row, with its header fields as JSON.
struct CacheRow {
    /// The row ID of the entry, which identifies it as long as it is stored.
    let id: Int64
    /// The entry.
    let entry: CacheEntry

    /// Creates an entry from a row, or returns `nil` if the row is invalid, for example after damage.
    init?(_ row: Row, key: CacheKey) {
        guard let id: Int64 = Self.value("id", of: row), let variant: String = Self.value("variant", of: row),
            let varyNames: String = Self.value("varyNames", of: row), let status: Int = Self.value("status", of: row),
            let requestedAt: Double = Self.value("requestedAt", of: row),
            let receivedAt: Double = Self.value("receivedAt", of: row),
            let fields: Data = Self.value("headers", of: row), let headers = Self.headers(from: fields),
            let body: Data = Self.value("body", of: row)
        else { return nil }
        self.id = id
        entry = CacheEntry(
            key: key,
            varyNames: varyNames.split(separator: ",").map(String.init),
            variant: variant,
            status: status,
            headers: headers,
            body: [UInt8](body),
            requestedAt: Date(timeIntervalSinceReferenceDate: requestedAt),
            receivedAt: Date(timeIntervalSinceReferenceDate: receivedAt)
        )
    }

    /// Returns the value of a column; `nil` for one of another type, at which a subscript of the row ends the process.
    private static func value<Value: DatabaseValueConvertible>(_ column: String, of row: Row) -> Value? {
        (row[column] as DatabaseValue?).flatMap(Value.fromDatabaseValue)
    }

    /// Returns header fields as a JSON array of name-value pairs, in order.
    static func data(from headers: HTTPFields) throws -> Data {
        try JSONEncoder().encode(headers.map { [$0.name.rawName, $0.value] })
    }

    private static func headers(from data: Data) -> HTTPFields? {
        guard let pairs = try? JSONDecoder().decode([[String]].self, from: data) else { return nil }
        var headers = HTTPFields()
        for pair in pairs {
            guard pair.count == 2, let name = HTTPField.Name(pair[0]) else { return nil }
            headers.append(HTTPField(name: name, value: pair[1]))
        }
        return headers
    }
}
