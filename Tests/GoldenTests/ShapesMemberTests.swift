import APIRuntime
import APITesting
import Foundation
import ShapesAPI
import ShapesSupport
import Testing

/// Tests of lists with positions, maps, references and constants.
@Suite("Shapes: properties and positions")
struct ShapesMemberTests {

    @Test("array positions have names and types")
    func positions() throws {
        let place: Position = try decode("[7.1, 50.7, 60]")
        #expect(place.longitude == 7.1)
        #expect(place.latitude == 50.7)
        #expect(place.altitude == 60)
        #expect(text(of: Position(longitude: 7.5, latitude: 50.5)) == "[7.5,50.5]")
        #expect(try roundTrip("[1,2]", as: Position.self) == "[1,2]")
    }

    @Test(
        "a missing position is an error, and an extra one is skipped, or refused in strict decoding"
    )
    func tooShort() throws {
        let failure = #expect(throws: DecodingFailure.self) { try roundTrip("[1]", as: Position.self) }
        #expect(failure?.reason == .missing)
        #expect(try roundTrip("[1,2,3,4]", as: Position.self) == "[1,2,3]")
        #expect(throws: DecodingFailure.self) { try decode("[1,2,3,4]", strictly: true, as: Position.self) }
        let wrong = #expect(throws: DecodingFailure.self) { try roundTrip(#"[["a",1,["x",2]]]"#, as: [Row].self) }
        #expect(wrong?.path == "[0][2][0]")
    }

    @Test("array positions can be null, lists or the list's own type, and the rest has a type")
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

    @Test("patternProperties are a dictionary of their type")
    func patterns() throws {
        let headers: Headers = ["x-a": "1"]
        #expect(text(of: headers) == #"{"x-a":"1"}"#)
        let measures: Measures = try decode(#"{"a1":1,"b1":2}"#)
        #expect(measures == ["a1": 1, "b1": 2])
        let translations: Translations = try decode(#"{"default":"d","de":"g","fr":"f"}"#)
        #expect(translations.additionalProperties == ["de": "g", "fr": "f"])
        #expect(text(of: translations) == #"{"de":"g","default":"d","fr":"f"}"#)
    }

    @Test("pattern properties of several types are kept unchanged")
    func mixed() throws {
        let mixed: Mixed = try decode(#"{"name":"a","n-1":2,"s-1":"b","other":[true]}"#)
        #expect(mixed.unknownProperties["n-1"] == 2)
        #expect(text(of: mixed) == #"{"n-1":2,"name":"a","other":[true],"s-1":"b"}"#)
    }

    @Test("a property with the name of the additionalProperties map keeps its value")
    func bag() throws {
        let bag: Bag = try decode(#"{"additionalProperties":"a","always":null,"b":1}"#)
        #expect(bag.additionalProperties2 == "a")
        #expect(bag.additionalProperties == ["b": 1])
        #expect(text(of: Bag(always: [1], additionalProperties: ["x": 2])) == #"{"always":[1],"x":2}"#)
    }

    @Test("references resolve to anchors, identifiers, definitions and any location")
    @available(*, deprecated)
    func references() throws {
        let json =
            #"{"owner":{"name":"o"},"plan":{"name":"p","seats":3},"parent":{"owner":{"name":"q"},"plan":{"name":"r"}},"first":4}"#
        let account: Account = try decode(json)
        #expect(account.owner == Owner(name: "o"))
        #expect(account.plan == Plan(name: "p", seats: 3))
        #expect(account.parent?.plan.seatsOrDefault == 1)
        #expect(account.first == 4)
        // Keywords next to a reference.
        #expect(account.backupOrDefault == Plan(name: "basic"))
    }

    @Test("properties that are required next to a reference must exist")
    func narrowed() throws {
        #expect(FullAddress(street: "s", city: "c").city == "c")
        #expect(throws: DecodingFailure.self) { try roundTrip(#"{"city":"c"}"#, as: FullAddress.self) }
        #expect(try roundTrip(#"{"city":"c"}"#, as: SomeAddress.self) == #"{"city":"c"}"#)
        #expect(throws: DecodingFailure.self) { try roundTrip(#"{"street":"s"}"#, as: SomeAddress.self) }
        #expect(try roundTrip(#"{"street":"s"}"#, as: Address.self) == #"{"street":"s"}"#)
    }

    @Test("constants of every type have default values")
    func constants() throws {
        let json = #"{"flag":true,"fraction":1.5,"list":[1,"two"],"number":7,"object":{"a":1},"text":"fixed"}"#
        #expect(text(of: Constants(maybe: nil)) == json)
        #expect(try roundTrip(json, as: Constants.self) == json)
        #expect(throws: DecodingFailure.self) {
            try decode(json.replacingOccurrences(of: "true", with: "false"), strictly: true, as: Constants.self)
        }
        // A constant is written although it is not required, unless the caller removes it.
        #expect(Constants().maybe == .later)
        #expect(try decode(json, as: Constants.self).maybe == nil)
    }

    @Test("base64 content is Data, even if only contentEncoding is set, and other content is a string")
    func encoded() throws {
        let value: Encoded = try decode(#"{"bytes":"AQI=","untyped":"Aw==","page":"<p>"}"#)
        #expect(value.bytes == Data([1, 2]))
        #expect(value.untyped == Data([3]))
        #expect(value.page == "<p>")
        #expect(text(of: value) == #"{"bytes":"AQI=","page":"<p>","untyped":"Aw=="}"#)
    }

    @Test("generated models conform to the configured protocols")
    func conformances() {
        #expect(Mixed().tag == "Mixed")
        #expect((Address() as Any) is any Labelled)
        #expect(!((Mixed() as Any) is any Labelled))
    }
}
