import APITesting
import Foundation
import HTTPTypes
import Testing

@_spi(Generated) @testable import APIRuntime

@Suite("Damaged cache entries")
struct DamagedStoreTests {
    /// A store in memory that changes every entry it returns.
    private struct DamagedStore: CacheStore {
        let inner = MemoryCacheStore()
        let damage: @Sendable (inout CacheEntry) -> Void

        func entries(for key: CacheKey) async -> [CacheEntry] {
            await inner.entries(for: key).map { entry in
                var entry = entry
                damage(&entry)
                return entry
            }
        }

        func store(_ entry: CacheEntry) async { await inner.store(entry) }

        func remove(_ key: CacheKey) async { await inner.remove(key) }

        func removeAll(partition: String) async { await inner.removeAll(partition: partition) }
    }

    private func requests(_ fields: HTTPFields, _ damage: @escaping @Sendable (inout CacheEntry) -> Void) async throws
        -> Int
    {
        let response = ScriptedResponse.json(#"{"id": 1}"#, headers: fields)
        let transport = ScriptedTransport { _ in response }
        let sender = try Wire.sender(transport) { $0.cache = ResponseCache(store: DamagedStore(damage: damage)) }
        for mode in [CacheMode.standard, .standard, .cacheFirst] {
            let call = Wire.get()
            #expect(
                await Wire.outcome(sender, call, CallOptions(headers: [.acceptLanguage: "en"], cache: mode))
                    == "success"
            )
        }
        return transport.requests.count
    }

    private static let fields: [HTTPFields] = [
        [.cacheControl: "max-age=60"],
        [.cacheControl: "max-age=60", .vary: "accept-language", .contentLanguage: "en"],
        [.expires: "Sunday, 06-Nov-94 08:49:37 GMT", .eTag: "\"a\""],
    ]

    @Test("an entry with an impossible status is not served", arguments: [5000, 1000, 600, 199, 0, -1, .max, .min])
    func status(_ status: Int) async throws {
        for fields in Self.fields {
            #expect(try await requests(fields) { $0.status = status } == 3)
        }
    }

    @Test(
        "an entry with an impossible time is not served",
        arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300, 1e19, -1e12]
    )
    func time(_ seconds: Double) async throws {
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        for fields in Self.fields {
            #expect(try await requests(fields) { $0.receivedAt = date } == 3)
            #expect(try await requests(fields) { $0.requestedAt = date } == 3)
            #expect(try await requests(fields) { ($0.requestedAt, $0.receivedAt) = (date, date) } == 3)
        }
    }

    @Test("an undamaged entry is served")
    func sound() async throws {
        #expect(try await requests(Self.fields[0]) { _ in } == 1)
        #expect(try await requests(Self.fields[1]) { _ in } == 1)
    }
}
