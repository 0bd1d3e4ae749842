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
        guard let id = row["id"] as Int64?,
            let headers = Self.headers(from: row["headers"] as Data? ?? Data()),
            let varyNames = row["varyNames"] as String?
        else { return nil }
        self.id = id
        entry = CacheEntry(
            key: key,
            varyNames: varyNames.split(separator: ",").map(String.init),
            variant: row["variant"],
            status: row["status"],
            headers: headers,
            body: [UInt8](row["body"] as Data? ?? Data()),
            requestedAt: Date(timeIntervalSinceReferenceDate: row["requestedAt"]),
            receivedAt: Date(timeIntervalSinceReferenceDate: row["receivedAt"])
        )
    }

    /// Returns the number of bytes that an entry counts for, including a fixed amount for bookkeeping.
    static func cost(of entry: CacheEntry) -> Int {
        let fields = entry.headers.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
        return entry.body.count + fields + entry.key.url.utf8.count + 512
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
