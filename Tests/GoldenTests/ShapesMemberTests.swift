import APIRuntime
import APITesting
import Foundation
import ShapesAPI
import ShapesSupport
import Testing

/// Tests of lists with positions, maps, references and constants.
@Suite("Shapes: members and positions")
struct ShapesMemberTests {

    @Test("positions of a list have names and types")
    func positions() throws {
        let place: Position = try decode("[7.1, 50.7, 60]")
        #expect(place.longitude == 7.1)
        #expect(place.latitude == 50.7)
        #expect(place.altitude == 60)
        #expect(text(of: Position(longitude: 7.5, latitude: 50.5)) == "[7.5,50.5]")
        #expect(try roundTrip("[1,2]", as: Position.self) == "[1,2]")
    }

    @Test(
        "a position that must be there is missed, one behind the last is skipped, and refused where reading is strict"
    )
    func tooShort() throws {
        let failure = #expect(throws: DecodingFailure.self) { try roundTrip("[1]", as: Position.self) }
        #expect(failure?.reason == .missing)
        #expect(try roundTrip("[1,2,3,4]", as: Position.self) == "[1,2,3]")
        #expect(throws: DecodingFailure.self) { try decode("[1,2,3,4]", strictly: true, as: Position.self) }
        let wrong = #expect(throws: DecodingFailure.self) { try roundTrip(#"[["a",1,["x",2]]]"#, as: [Row].self) }
        #expect(wrong?.path == "[0][2][0]")
    }

    @Test("positions may be null, lists, and the list's own type, and the rest has a type")
    func rows() throws {
        let json = #"["a",null,[1,2],[["b",1,[3,4]]],["c",2,[5,6]],true,false]"#
        let row: Row = try decode(json)
        #expect(row.count == nil)
        #expect(row.item4?.first?.item1 == "b")
        #expect(row.item5?.count == 2)
        #expect(row.rest == [true, false])
        #expect(text(of: row) == json)
        // An omitted element between two others is null.
        let gap = Row(item1: "a", count: 1, item3: Position(longitude: 0, latitude: 0), rest: [true])
        #expect(text(of: gap) == #"["a",1,[0,0],null,null,true]"#)
        #expect(try roundTrip(#"["a",{"b":[1]},2]"#, as: OpenRow.self) == #"["a",{"b":[1]},2]"#)
        #expect(try roundTrip("[]", as: OpenRow.self) == "[]")
    }

    @Test("members by pattern are a map of their type")
    func patterns() throws {
        let headers: Headers = ["x-a": "1"]
        #expect(text(of: headers) == #"{"x-a":"1"}"#)
        let measures: Measures = try decode(#"{"a1":1,"b1":2}"#)
        #expect(measures == ["a1": 1, "b1": 2])
        let translations: Translations = try decode(#"{"default":"d","de":"g","fr":"f"}"#)
        #expect(translations.additionalProperties == ["de": "g", "fr": "f"])
        #expect(text(of: translations) == #"{"de":"g","default":"d","fr":"f"}"#)
    }

    @Test("members of several types by pattern are kept as they came")
    func mixed() throws {
        let mixed: Mixed = try decode(#"{"name":"a","n-1":2,"s-1":"b","other":[true]}"#)
        #expect(mixed.unknownProperties["n-1"] == 2)
        #expect(text(of: mixed) == #"{"n-1":2,"name":"a","other":[true],"s-1":"b"}"#)
    }

    @Test("a member that is called as the map of the others keeps its place")
    func bag() throws {
        let bag: Bag = try decode(#"{"additionalProperties":"a","always":null,"b":1}"#)
        #expect(bag.additionalProperties2 == "a")
        #expect(bag.additionalProperties == ["b": 1])
        #expect(text(of: Bag(always: [1], additionalProperties: ["x": 2])) == #"{"always":[1],"x":2}"#)
    }

    @Test("references lead to anchors, identifiers, definitions and into any place")
    @available(*, deprecated)
    func references() throws {
        let json =
            #"{"owner":{"name":"o"},"plan":{"name":"p","seats":3},"parent":{"owner":{"name":"q"},"plan":{"name":"r"}},"first":4}"#
        let account: Account = try decode(json)
        #expect(account.owner == Owner(name: "o"))
        #expect(account.plan == Plan(name: "p", seats: 3))
        #expect(account.parent?.plan.seats == 1)
        #expect(account.first == 4)
        // Keywords next to a reference.
        #expect(account.backup == Plan(name: "basic"))
    }

    @Test("members asked for next to a reference must be there")
    func narrowed() throws {
        #expect(FullAddress(street: "s", city: "c").city == "c")
        #expect(throws: DecodingFailure.self) { try roundTrip(#"{"city":"c"}"#, as: FullAddress.self) }
        #expect(try roundTrip(#"{"city":"c"}"#, as: SomeAddress.self) == #"{"city":"c"}"#)
        #expect(throws: DecodingFailure.self) { try roundTrip(#"{"street":"s"}"#, as: SomeAddress.self) }
        #expect(try roundTrip(#"{"street":"s"}"#, as: Address.self) == #"{"street":"s"}"#)
    }

    @Test("constants of every kind are there without being asked for")
    func constants() throws {
        let json = #"{"flag":true,"fraction":1.5,"list":[1,"two"],"number":7,"object":{"a":1},"text":"fixed"}"#
        #expect(text(of: Constants()) == json)
        #expect(try roundTrip(json, as: Constants.self) == json)
        #expect(throws: DecodingFailure.self) {
            try decode(json.replacingOccurrences(of: "true", with: "false"), strictly: true, as: Constants.self)
        }
        #expect(Constants().maybe == nil)
    }

    @Test("base64 is data, also where only the encoding is told, and other content is text")
    func encoded() throws {
        let value: Encoded = try decode(#"{"bytes":"AQI=","untyped":"Aw==","page":"<p>"}"#)
        #expect(value.bytes == Data([1, 2]))
        #expect(value.untyped == Data([3]))
        #expect(value.page == "<p>")
        #expect(text(of: value) == #"{"bytes":"AQI=","page":"<p>","untyped":"Aw=="}"#)
    }

    @Test("protocols of the configuration are conformed to")
    func conformances() {
        #expect(Mixed().tag == "Mixed")
        #expect((Address() as Any) is any Labelled)
        #expect(!((Mixed() as Any) is any Labelled))
    }
}
