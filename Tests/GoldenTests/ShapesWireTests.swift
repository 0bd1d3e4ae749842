import APIRuntime
import APITesting
import Foundation
import ShapesAPI
import Testing

/// Tests of what requests contain: in parameters, in parts, in forms, and in unions.
@Suite("Shapes: bytes of requests")
struct ShapesWireTests {

    private let filter = #"{"id":"1","name":"n"}"#

    @Test("a value in a parameter has the write-only properties of requests, and no read-only ones")
    func parameters() async throws {
        let (client, transport) = shapesClient([.json(filter)])
        _ = try await client.calls.searchRoutes(
            body: SearchRoutesBody(),
            filter: RouteFilterInput(name: "a", secret: "s"),
            xRoute: RouteFilterInput(name: "b", secret: "t"),
            badge: Badge(label: "l", code: "c", pin: "p")
        )
        let request = try #require(transport.requests.first)
        #expect(request.query == "filter%5Bname%5D=a&filter%5Bsecret%5D=s&label=l&pin=p")
        #expect(request.header("X-Route") == #"{"name":"b","secret":"t"}"#)
    }

    @Test("a list in a map has names of its own in the style deepObject, whatever its elements contain")
    func deepMap() async throws {
        let (client, transport) = shapesClient([.json(filter)])
        _ = try await client.calls.searchRoutes(body: SearchRoutesBody(), limits: ["k": ["1,5", "2"], "a": []])
        #expect(transport.requests.first?.query == "limits%5Bk%5D%5B0%5D=1%2C5&limits%5Bk%5D%5B1%5D=2")
    }

    @Test("with allowReserved, an escape is sent as it is, and a lone percent sign is encoded")
    func escapes() async throws {
        let (client, transport) = shapesClient([.json(filter), .status(204)])
        _ = try await client.calls.searchRoutes(body: SearchRoutesBody(), exact: "a%20b/c 5%&%2")
        try await client.calls.storeRoute(folder: "a%2Fb/c d%", body: StoreRouteBody())
        #expect(
            transport.requests.map(\.line) == [
                "POST /routes?exact=a%20b/c%205%25%26%252", "PUT /routes/a%2Fb/c%20d%25",
            ]
        )
    }

    @Test("an escaped dot segment is not sent")
    func escapedDots() async throws {
        let (client, transport) = shapesClient([])
        await #expect(throws: (any Error).self) {
            try await client.calls.storeRoute(folder: "a/%2E%2e/b", body: StoreRouteBody())
        }
        #expect(transport.requests.isEmpty)
    }

    @Test("parts have the media types of their encodings and schemas, and times the digits of theirs")
    func parts() async throws {
        let (client, transport) = shapesClient([.json(filter)])
        let time = Date(timeIntervalSince1970: 0.123_457)
        let body = SearchRoutesBody(
            title: #"a"b"#,
            count: 3,
            codes: ["a", "b"],
            at: time,
            times: [time],
            image: Data([1, 2]),
            page: "<p>"
        )
        _ = try await client.calls.searchRoutes(body: body)
        let text = try #require(transport.requests.first?.text)
        let parts = text.components(separatedBy: "\r\n--").map { part in
            part.components(separatedBy: "\r\n").dropFirst().filter { !$0.isEmpty }.map {
                $0.replacing("Content-Disposition: form-data; name=", with: "")
            }.joined(separator: " | ")
        }
        #expect(
            parts.filter { $0 != "" } == [
                #""title" | Content-Type: application/json; charset=utf-8 | "a\"b""#,
                #""count" | Content-Type: application/json | 3"#,
                #""codes" | Content-Type: application/json | "a""#,
                #""codes" | Content-Type: application/json | "b""#,
                #""at" | 1970-01-01T00:00:00.123457Z"#,
                #""times" | 1970-01-01T00:00:00.123457Z"#,
                #""image" | Content-Type: image/png | Content-Transfer-Encoding: base64 | AQI="#,
                #""page" | Content-Type: text/html | <p>"#,
            ]
        )
    }

    @Test("a property of a form whose media type is JSON with a charset is one value")
    func jsonInForm() async throws {
        let (client, transport) = shapesClient([.status(204)])
        try await client.calls.storeRoute(folder: "f", body: StoreRouteBody(from: .init(x: 1), x: 2))
        #expect(transport.requests.first?.text == "from=%7B%22x%22%3A1%7D&x=2")
    }

    @Test("items of a streamed body have no read-only properties")
    func lines() async throws {
        let (client, transport) = shapesClient([.status(204)])
        try await client.calls.sendBadges(body: [Badge(label: "l", code: "c", pin: "p")])
        #expect(transport.requests.first?.text == #"{"label":"l","pin":"p"}"# + "\n")
    }

    @Test("text is sent in the charset of its media type, or not at all")
    func charset() async throws {
        let (client, transport) = shapesClient([.status(204)])
        try await client.calls.postNotice(body: "é")
        #expect(transport.requests.first?.body == [0xE9])
        await #expect(throws: (any Error).self) { try await client.calls.postNotice(body: "€") }
        #expect(transport.requests.count == 1)
    }

    @Test("a number that JSON does not have is not sent as null", arguments: [Double.nan, .infinity])
    func numbers(_ number: Double) async throws {
        let (client, transport) = shapesClient([])
        let order = Order(price: 1, percent: number)
        await #expect(throws: (any Error).self) { try await client.calls.putOrder(number: 1, body: order) }
        #expect(transport.requests.isEmpty)
    }

    @Test("a write-only property that a service sent back has no second value in the next request")
    func echoes() throws {
        let profile: Profile = try decode(#"{"id":"1","name":"n","password":"old","plus":1,"seen":{}}"#)
        #expect(text(of: ProfileInput(profile, password: "new")) == #"{"name":"n","password":"new","plus":1}"#)
        let vault: Vault = try decode(#"{"key":"old","other":"o"}"#)
        #expect(text(of: VaultInput(vault, key: "new")) == #"{"key":"new","other":"o"}"#)
    }

    @Test("a server reads a union of requests, in which read-only properties are missing")
    func ticketsInRequests() throws {
        let sent: [TicketInput] = try decode(#"[{"note":"a","title":"t"},{"note":"b","reason":"r"}]"#)
        guard case .openTicket(let open) = sent[0], case .closedTicket(let closed) = sent[1] else {
            Issue.record("\(sent)")
            return
        }
        #expect(open.title == "t" && closed.reason == "r")
        let read: [Ticket] = try decode(#"[{"closedId":"1","reason":"r"},{"openId":"2","title":"t"}]"#)
        guard case .closedTicket = read[0], case .openTicket = read[1] else {
            Issue.record("\(read)")
            return
        }
    }

    @Test("of variants that share the values of a discriminator, the one with the name of a value has it")
    func sharedValues() throws {
        let json = #"[{"kind":"Horn","name":"a"},{"kind":"Lamp"},{"kind":"Gong"},{"kind":"Bell"}]"#
        let devices: [Device] = try decode(json)
        guard case .horn(let horn) = devices[0], case .lamp = devices[1], case .gong = devices[2],
            case .unknown = devices[3]
        else {
            Issue.record("\(devices)")
            return
        }
        #expect(horn.name == "a")
        #expect(try roundTrip(json, as: [Device].self) == json)
        #expect(
            text(of: [Device.lamp(Lamp(watts: 1)), .horn(Horn())]) == #"[{"kind":"Lamp","watts":1},{"kind":"Horn"}]"#
        )
    }

    @Test("a discriminator is sent whatever the variant has in its place, and kept as it was received")
    func discriminators() async throws {
        let (client, transport) = shapesClient([.status(204)])
        let received = [#"{"name":"a"}"#, #"{"kind":null,"name":"b"}"#]
        let gongs = try received.map { Device.gong(try decode($0)) }
        let body = AddDevicesBody(
            devices: gongs + [.gong(Gong(kind: nil))],
            tiers: [.lowTier(LowTier(level: nil, text: "a")), .highTier(HighTier(level: nil))],
            payments: [.freePayment(FreePayment()), .cashPayment(CashPayment()), .cardPayment(CardPayment(way: nil))]
        )
        try await client.calls.addDevices(body: body)
        #expect(
            transport.requests.first?.text == #"""
                {"devices":[{"kind":"Gong","name":"a"},{"kind":"Gong","name":"b"},{"kind":"Gong"}],\#
                "tiers":[{"level":1,"text":"a"},{"level":2}],\#
                "payments":[{"way":"free"},{"way":"cash"},{"way":"card"}]}
                """#
        )
        let tier = #"{"text":"a"}"#
        #expect(text(of: Tier.lowTier(try decode(tier))) == tier)
    }

    @Test("date-times among the variants of a union, or next to null, have the digits of their schema")
    func moments() throws {
        let json = #"{"at":"2026-01-30T08:15:00.171999Z","when":"2026-01-30T08:15:00.123456Z"}"#
        #expect(try roundTrip(json, as: Timed.self) == json)
    }

    @Test("the names and descriptions in 'x-ms-enum' are those of the values")
    func microsoftNames() {
        #expect(Grade.low.rawValue == 1 && Grade.high.rawValue == 2)
    }
}
