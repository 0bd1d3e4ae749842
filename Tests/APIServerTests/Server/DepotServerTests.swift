import APIRuntime
import APIServer
import DepotAPI
@testable import DepotServer
import Foundation
import HTTPTypes
import Testing

/// A service of the golden module of Swagger 2.0, which records what it receives.
private struct DepotDouble: CratesService {
    let seen = LockedState<[String]>([])

    private func note(_ values: [String]?...) {
        seen.withLock { $0.append(values.map { $0?.joined(separator: ";") ?? "-" }.joined(separator: " / ")) }
    }

    func route(
        stops: [String],
        bars: [Int],
        tabs: [String],
        xWords: [String]?,
        xBars: [String]?,
        xTabs: [String]?,
        request: ServerRequest
    ) async throws -> ServerResponse<Void> {
        note(stops, bars.map(String.init), tabs, xWords, xBars, xTabs)
        return .empty()
    }

    func list(
        ids: [Int]?,
        colors: [CratesListColorsItem]?,
        words: [String]?,
        bars: [String]?,
        tabs: [String]?,
        xTrace: [String]?,
        limit: Int,
        request: ServerRequest
    ) async throws -> ServerResponse<[Crate]> {
        note(ids?.map(String.init), colors?.map(\.rawValue), words, bars, tabs, xTrace, ["\(limit)"])
        return .init([])
    }

    func create(body: Crate, request: ServerRequest) async throws -> ServerResponse<Crate> { .init(body) }

    func change(id: Int, body: CratesChangeBody, request: ServerRequest) async throws -> ServerResponse<Void> {
        note([body.title], body.sizes?.map(String.init), body.labels, body.steps)
        return .empty()
    }

    func photo(id: Int, request: ServerRequest) async throws -> ServerResponse<Data> { .init(Data("PNG".utf8)) }

    func setPhoto(id: Int, body: CratesSetPhotoBody, request: ServerRequest) async throws -> ServerResponse<Void> {
        .empty()
    }
}

@Suite("Generated servers: Swagger 2.0")
struct DepotServerTests {

    @Test("the lists of a request have the separators of their collection formats")
    func separators() async throws {
        let depot = DepotDouble()
        try await RawServer.run({ depot.addCratesRoutes(to: $0, security: .unchecked) }) { server in
            let names = ["X-Words", "X-Bars", "X-Tabs", "X-Trace"].compactMap { HTTPField.Name($0) }
            let headers: HTTPFields = [names[0]: "g,h i", names[1]: "j k|l", names[2]: "m n\to"]
            let route = try await server.send(.get, "/routes/a%2Fb%20c/1%7C2/d%20e%09f", headers)
            #expect(route.status == 204, "\(route)")
            let list = try await server.send(
                .get,
                "/crates?ids=1,2&colors=red&colors=blue&words=a%20b&bars=c%7Cd&tabs=e%09f&limit=5",
                [names[3]: "g,h"]
            )
            #expect(list.status == 200, "\(list)")
            let form = try await server.send(
                .patch,
                "/crates/7",
                [.contentType: "application/x-www-form-urlencoded"],
                body: "title=a%20b&sizes=1,2&labels=x&labels=y&steps=s%09t"
            )
            #expect(form.status == 204, "\(form)")
        }
        #expect(
            depot.seen.withLock { $0 } == [
                "a/b;c / 1;2 / d e;f / g,h;i / j k;l / m n;o", "1;2 / red;blue / a;b / c;d / e;f / g;h / 5",
                "a b / 1;2 / x;y / s;t",
            ]
        )
    }

    @Test("the value of a discriminator from 'x-ms-discriminator-value' selects the model of a received body")
    func discriminator() async throws {
        let depot = DepotDouble()
        try await RawServer.run({ depot.addCratesRoutes(to: $0, security: .unchecked) }) { server in
            let box = #"{"kind":"box","id":1,"volume":2.5}"#
            let reply = try await server.send(.post, "/crates", [.contentType: "application/json"], body: box)
            #expect(reply.status == 201 && reply.text.contains(#""kind":"box""#), "\(reply)")
        }
    }
}
