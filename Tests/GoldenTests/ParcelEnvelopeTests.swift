import APIRuntime
import APITesting
import Foundation
import ParcelsAPI
import ParcelsMocks
import Testing

/// Tests of responses that differ only in the content of their envelope.
@Suite("Golden module: envelopes")
struct ParcelEnvelopeTests {

    /// Returns a client whose requests receive responses in order.
    private func client(_ transport: ScriptedTransport) -> ParcelsClient {
        var configuration = ClientConfiguration.testing(transport)
        configuration.retry = .never
        let credentials = ParcelsCredentials(name: .apiKey("me"), secret: .apiKey("s3cret"))
        return ParcelsClient(credentials: credentials, configuration: configuration)
    }

    /// Returns the IDs in any envelope, like the code of an app.
    private func ids<Value: Identifiable>(_ page: WithObjectDataListHasMore<Value>) -> [Value.ID] {
        page.data.map(\.id)
    }

    @Test("each operation returns its own type in the shared envelope")
    func responses() async throws {
        let parcels = #"{"object":"list","data":[{"id":"p","weight":2.5,"x":1}],"has_more":true,"next":"p2"}"#
        let transport = ScriptedTransport([
            .json(parcels), .json(#"{"object":"list","data":[{"id":"d"}]}"#),
            .json(#"{"data":{"id":"c","name":"Quick"}}"#),
        ])
        let client = client(transport)
        let page = try await client.parcels.list()
        let depots: WithObjectDataListHasMore<Depot> = try await client.parcels.listDepots()
        #expect(ids(page) == ["p"] && ids(depots) == ["d"])
        #expect(page.hasMore == true && depots.hasMore == nil)
        #expect(page.object == ListParcelsResponse.Object.list)
        #expect(page.unknownProperties["next"] == "p2" && page.data[0].unknownProperties["x"] == 1)
        #expect(JSONCoding.encode(page) == Array(parcels.utf8))
        #expect(try await client.parcels.getCourier(id: "c").data == Courier(id: "c", name: "Quick"))
    }

    @Test("Swift keywords are argument labels, also in mocks")
    func labels() async throws {
        let transport = ScriptedTransport([.json(#"{"object":"list","data":[]}"#)])
        let client = client(transport)
        _ = try await client.parcels.list(in: "d", default: true, actor: "a", `inout`: "i")
        #expect(transport.requests.first?.query == "in=d&default=true&actor=a&inout=i")
        let double = ParcelsOperationsMock()
        double.onList.responds(with: ListParcelsResponse(data: []))
        let parcels: any ParcelsOperationsProtocol = double
        _ = try await parcels.list(in: "d", default: false, actor: "a", `inout`: "i")
        #expect(double.onList.inputs.map(\.actor) == ["a"])
    }

    @Test("a request body is encoded in the shared envelope")
    func body() async throws {
        let transport = ScriptedTransport([.status(204)])
        let shift = Shift(starts: Date(timeIntervalSince1970: 0), ends: Date(timeIntervalSince1970: 3_600))
        try await client(transport).parcels.assign(id: "d", courier: "c", body: AssignBody(data: shift))
        let request = try #require(transport.requests.first)
        #expect(request.text == #"{"data":{"starts":"1970-01-01T00:00:00Z","ends":"1970-01-01T01:00:00Z"}}"#)
    }

    @Test("a decoding error has the whole path, and a missing property is reported")
    func failures() {
        #expect(message(GetCourierResponse.self, #"{"data":{"id":"c"}}"#).contains("data.name"))
        #expect(message(GetParcelResponse.self, "{}").contains("data"))
        #expect(message(ListDepotsResponse.self, #"{"object":"list","data":[{"id":"d"},{}]}"#).contains("data[1].id"))
    }

    private func message<T: JSONCodable>(_ type: T.Type, _ text: String) -> String {
        do throws(DecodingFailure) {
            _ = try JSONCoding.decode(type, from: Array(text.utf8))
            return ""
        } catch {
            return "\(error)"
        }
    }

    @Test("envelopes are equatable, hashable and codable like all models")
    func values() throws {
        let first = GetCourierResponse(data: Courier(id: "c", name: "Quick"))
        let second = GetCourierResponse(data: Courier(id: "c", name: "Slow"))
        #expect(first != second && Set([first, second, first]).count == 2)
        let data = try JSONEncoder().encode(first)
        #expect(try JSONDecoder().decode(GetCourierResponse.self, from: data) == first)
        #expect(try GetCourierResponse.example.data == Courier(id: "c-1", name: "Quick"))
    }

    @Test("operations with the same security share a constant, and each sends its own credentials")
    func credentials() async throws {
        let transport = ScriptedTransport([
            .json(#"{"data":{"id":"p","weight":1}}"#), .json(#"{"data":{"id":"d"}}"#),
        ])
        let client = client(transport)
        _ = try await client.parcels.get(id: "p")
        _ = try await client.parcels.getDepot(id: "d")
        // The first call requires a key, or a name and a secret; the second a key or nothing. There is no key.
        #expect(transport.requests.map { $0.header("X-Name") } == ["me", nil])
        #expect(transport.requests.map { $0.header("X-Secret") } == ["s3cret", nil])
    }
}
