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
        guard let id: Int64 = row.value(of: "id"), let variant: String = row.value(of: "variant"),
            let varyNames: String = row.value(of: "varyNames"), let status: Int = row.value(of: "status"),
            let requestedAt: Double = row.value(of: "requestedAt"),
            let receivedAt: Double = row.value(of: "receivedAt"),
            let fields: Data = row.value(of: "headers"), let headers = Self.headers(from: fields),
            let body: Data = row.value(of: "body")
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
