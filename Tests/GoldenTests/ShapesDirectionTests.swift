import APIRuntime
import APITesting
import ShapesAPI
import Testing

/// Tests of schemas whose values differ between requests and responses.
@Suite("Shapes: requests and responses")
struct ShapesDirectionTests {

    private let team = #"""
        {"badge":{"code":"c","label":"l"},"byRole":{"a":{"id":"2","name":"Bo"}},"contact":{"id":"3","name":"Cy"},\#
        "former":"f","id":1,"members":[{"home":{"city":"Ulm","since":"2020"},"id":"1","mentor":{"id":"9","name":"Di"},\#
        "name":"Al"}],"owner":{"id":"4","name":"Ed","seen":{}},"plus":[1],"title":"T"}
        """#

    @Test("a response is changed and sent back without its read-only properties, at any depth")
    func modifies() async throws {
        let (client, transport) = shapesClient([.json(team)])
        let read: Team = try decode(team)
        // Required in responses, so it is not an optional there, and identifies the value.
        #expect(read.id == 1 && read.members.map(\.id) == ["1"])
        #expect(read.members[0].home?.since == "2020")
        var change = TeamInput(read, owner: nil)
        change.title = "U"
        change.members[0].home?.city = nil
        let response = try await client.calls.replaceTeam(id: read.id, body: change)
        #expect(response == read)
        let sent = try JSONCoding.decode(JSONValue.self, from: Array(try #require(transport.requests.first?.text).utf8))
        let expected = #"""
            {"badge":{"label":"l"},"byRole":{"a":{"name":"Bo"}},"contact":{"name":"Cy"},"former":"f",\#
            "members":[{"home":{},"mentor":{"name":"Di"},"name":"Al"}],"plus":[1],"title":"U"}
            """#
        // The owner needs a password, which no response has, so it is an argument.
        #expect(text(of: sent) == expected)
    }

    @Test("a value for a request needs no read-only properties, and every write-only one that is required")
    func creates() async throws {
        let (client, transport) = shapesClient([.json(team)])
        let owner = ProfileInput(try decode(#"{"id":"1","name":"n","seen":{}}"#), password: "p")
        let body = TeamInput(members: [MemberInput(name: "Al")], badge: Badge(label: "l", pin: "1"), owner: owner)
        _ = try await client.calls.replaceTeam(id: 7, body: body)
        let expected = #"{"members":[{"name":"Al"}],"badge":{"label":"l","pin":"1"},"owner":{"name":"n","password":"p"}}"#
        #expect(transport.requests.first?.text == expected)
    }

    @Test("the type of a response has no write-only properties, and requires read-only ones")
    func responses() {
        #expect(throws: DecodingFailure.self) { try decode(#"{"name":"Al"}"#, as: Member.self) }
        #expect(throws: DecodingFailure.self) { try decode(#"{"members":[]}"#, as: Team.self) }
        // Outside of a request, a type of both directions is complete.
        #expect(text(of: Badge(label: "l", code: "c", pin: "p")) == #"{"code":"c","label":"l","pin":"p"}"#)
        #expect(((Member(id: "1", name: "Al") as Any) as? any Identifiable) != nil)
    }
}
