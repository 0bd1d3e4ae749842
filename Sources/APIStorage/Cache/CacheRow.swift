internal import APIRuntime
internal import Foundation
internal import GRDB
internal import HTTPTypes

/// An entry as it is stored: one row, its fields as JSON.
struct CacheRow {
    /// Row of the entry, which names it while it is there.
    let id: Int64
    /// The entry.
    let entry: CacheEntry

    /// Reads an entry; `nil` when the row makes no sense, as after damage.
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

    /// Bytes that an entry counts for, with a flat sum for the bookkeeping.
    static func cost(of entry: CacheEntry) -> Int {
        let fields = entry.headers.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
        return entry.body.count + fields + entry.key.url.utf8.count + 512
    }

    /// Fields as an array of pairs, in order.
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
