import APIRuntime
import APITesting
import Foundation
import ShapesAPI
import Testing

/// Tests of compositions, unions, and properties that are only sent or only received.
@Suite("Shapes: compositions and unions")
struct ShapesUnionTests {

    @Test("all spellings of null become one Swift value, which differs from an absent one")
    func null() async throws {
        let json = #"{"address":null,"nested":null,"plain":"p","theme":null,"wrapped":null}"#
        let settings: Settings = try decode(json)
        #expect(settings.theme == .null)
        #expect(settings.wrapped == .null)
        #expect(text(of: settings) == json)
        #expect(text(of: Settings(theme: .value(.small))) == #"{"theme":"s"}"#)
        #expect(text(of: try decode("{}", as: Settings.self)) == "{}")
        let (client, transport) = shapesClient([.status(204)])
        try await client.calls.changeSettings(body: Settings(nested: .null))
        #expect(transport.requests.first?.text == #"{"nested":null}"#)
    }

    @Test("read-only properties are not required in requests, and write-only ones not in responses")
    func directions() async throws {
        let (client, transport) = shapesClient([.json(#"{"id":"1","name":"n","seen":{}}"#)])
        let profile = try await client.calls.createProfile(body: ProfileInput(name: "n", password: "p"))
        #expect(transport.requests.first?.text == #"{"name":"n","password":"p"}"#)
        let id: String = profile.id
        #expect(id == "1")
        #expect(text(of: profile) == #"{"id":"1","name":"n","seen":{}}"#)
    }

    @Test("allOf is one struct, in which properties in two parts satisfy both")
    func composed() throws {
        let value: Composed = try decode(#"{"id":1,"kind":"s","meta":{"a":"x","b":"y"}}"#)
        #expect(value == Composed(id: 1, kind: .small, meta: Composed.Meta(b: "y", a: "x")))
        #expect(value.id == 1)
        #expect(throws: DecodingFailure.self) {
            try roundTrip(#"{"id":1,"kind":"s","meta":{"a":"x"}}"#, as: Composed.self)
        }
        #expect(try decode(#"{"kind":"only"}"#, as: Narrowed.self).kind == .only)
    }

    @Test("a nested union is decoded by its variants' discriminators, and by shape if two share a value")
    func nestedTags() throws {
        let json = """
            [{"role":"tenor","type":"message"},{"id":"1","type":"message"},\
            {"parts":[{"role":"alto"}],"type":"search"},{"type":"pointer"},{"type":"other"}]
            """
        let values: [Input] = try decode(json)
        guard case .shortMessage(let short) = values[0], case .item(.longMessage(let long)) = values[1],
            case .item(.searchCall(let search)) = values[2], case .pointer = values[3], case .unknown = values[4]
        else {
            Issue.record("\(values)")
            return
        }
        #expect(short.role == "tenor")
        #expect(long.id == "1")
        #expect(search.parts == [.shortMessage(ShortMessage(role: .alto))])
        #expect(try roundTrip(json, as: [Input].self) == json)
    }

    @Test("lists of a union are distinguished by their elements")
    func listsOfKinds() throws {
        #expect(try decode("[1]", as: Prompt.self) == .integers([1]))
        #expect(try decode(#"["a"]"#, as: Prompt.self) == .strings(["a"]))
        #expect(try decode(#""a""#, as: Prompt.self) == .string("a"))
    }

    @Test("a schema with a discriminator is one of the schemas that extend it")
    func inheritance() async throws {
        let json = """
            [{"petType":"kitten","name":"a","lives":9},{"petType":"Dog","name":"b","tricks":["sit"],\
            "friend":{"petType":"kitten","name":"c"}},{"petType":"Bird","name":"d","wings":2},{"name":"e"}]
            """
        let (client, transport) = shapesClient([.json(json)])
        let pets = try await client.calls.addPet(body: .cat(Cat(name: "a", lives: 9)))
        #expect(transport.requests.first?.text == #"{"petType":"kitten","name":"a","lives":9}"#)
        guard case .cat(let cat) = pets[0], case .dog(let dog) = pets[1], case .base(let other) = pets[2] else {
            Issue.record("\(pets)")
            return
        }
        #expect(cat.lives == 9)
        #expect(dog.friend == .cat(Cat(name: "c")))
        #expect(other.unknownProperties["wings"] == 2)
        guard case .unknown = pets[3] else {
            Issue.record("\(pets[3])")
            return
        }
        #expect(try decode(text(of: pets), as: [Pet].self) == pets)
        #expect(Dog(name: "x").petType == "Dog")
    }

    @Test("objects are distinguished by properties that only one of them requires")
    func uniqueMembers() throws {
        #expect(try decode(#"{"radius":1}"#, as: Shape.self) == .circle(Circle(radius: 1)))
        #expect(try decode(#"{"side":2,"colour":"red"}"#, as: Shape.self) == .square(Square(side: 2, colour: "red")))
        #expect(try decode(#"{"width":2,"height":1}"#, as: Shape.self) == .box(Box(width: 2, height: 1)))
    }

    @Test("objects are distinguished by their constants")
    func constants() throws {
        #expect(try decode(#"{"flag":true,"value":"v"}"#, as: Flagged.self) == .on(Flagged.On(value: "v")))
        #expect(try decode(#"{"flag":false}"#, as: Flagged.self) == .off(Flagged.Off()))
    }

    @Test("numeric constants distinguish objects like strings, in any spelling")
    func numbers() throws {
        #expect(try decode(#"{"version":1,"text":"a"}"#, as: Versioned.self) == .first(Versioned.First(text: "a")))
        #expect(try decode(#"{"version":1.0}"#, as: Versioned.self) == .first(Versioned.First()))
        let later: Versioned = try decode(#"{"text":"b","version":3}"#)
        #expect(later == .later(Versioned.Later(version: Versioned.Later.Version(rawValue: 3), text: "b")))
        guard case .unknown = try decode(#"{"version":4}"#, as: Versioned.self),
            case .unknown = try decode(#"{"version":1.5}"#, as: Versioned.self)
        else {
            Issue.record("a version that is not documented was read as one that is")
            return
        }
        #expect(try decode(#"{"code":7,"volume":2}"#, as: Signal.self) == .alarm(Alarm(volume: 2)))
        #expect(try decode(#"{"code":8}"#, as: Signal.self) == .base(Signal.Base(code: 8)))
        #expect(text(of: Alarm(volume: 2)) == #"{"code":7,"volume":2}"#)
    }

    @Test("a schema with 'items' but no type is an array or one of the other types it names")
    func looseItems() throws {
        #expect(try decode(#"{"radius":1}"#, as: Loose.self) == .circle(Circle(radius: 1)))
        #expect(try decode(#""a""#, as: Loose.self) == .string("a"))
        #expect(try decode(#"["a",["b"]]"#, as: Loose.self) == .array([.string("a"), .array([.string("b")])]))
        let both: Loosely = try decode(#"{"one":null,"two":[1]}"#)
        #expect(both == Loosely(one: nil, two: [1]))
        #expect(text(of: both) == #"{"one":null,"two":[1]}"#)
    }

    @Test("objects without a distinction match the variant with the most known properties")
    func bestMatch() throws {
        let place: Closest = try decode(#"{"name":"Bonn","country":"de"}"#)
        #expect(place == .place(Closest.Place(name: "Bonn", country: "de")))
        #expect(
            try decode(#"{"name":"Ada","age":1}"#, as: Closest.self) == .person(Closest.Person(name: "Ada", age: 1))
        )
        #expect(try decode(#"{"name":"x"}"#, as: Closest.self) == .person(Closest.Person(name: "x")))
        // The variant with the most known properties cannot be decoded, but another one can.
        let other: Closest = try decode(#"{"name":"x","country":1,"city":2}"#)
        #expect(text(of: other) == #"{"city":2,"country":1,"name":"x"}"#)
    }

    @Test("objects with the same property names match the variant with the most known nested ones")
    func nestedBestMatch() throws {
        let json = #"{"user":{"mail":"ada@example.com","name":"Ada"}}"#
        let mail: Grant = .mail(Grant.Mail(user: .init(name: "Ada", mail: "ada@example.com")))
        #expect(try decode(json, as: Grant.self) == mail)
        let plain: Grant = .plain(Grant.Plain(user: .init(name: "Ada")))
        #expect(try decode(#"{"user":{"name":"Ada"}}"#, as: Grant.self) == plain)
        // A property that no variant declares does not affect the choice.
        guard case .mail = try decode(#"{"user":{"mail":"m","new":1},"newer":{}}"#, as: Grant.self) else {
            Issue.record("another variant")
            return
        }
        #expect(try decode(#"[{"name":"Ada"}]"#, as: Roster.self) == .people([.init(name: "Ada")]))
        let towns: Roster = .towns([.init(name: "Bonn"), .init(country: "de")])
        #expect(try decode(#"[{"name":"Bonn"},{"country":"de"}]"#, as: Roster.self) == towns)
    }

    @Test("a recursive union is decoded even if every variant has unknown properties")
    func nestedStrangers() throws {
        let head = String(repeating: #"{"user":{"new":0,"user":"#, count: 200)
        let value: Grant = try decode(head + "{}" + String(repeating: "}}", count: 200))
        #expect(text(of: value).hasPrefix(#"{"user":{"#))
    }

    @Test("an open enum leaves values to specific types, and a plain string leaves them to stricter types")
    func texts() throws {
        #expect(try decode(#""s""#, as: Text.self) == .kind(.small))
        let time: Text = try decode(#""2024-02-29T12:00:00Z""#)
        #expect(time == .dateTime(Date(timeIntervalSince1970: 1_709_208_000)))
        #expect(try decode("5", as: Text.self) == .integer(5))
        guard case .url(let link) = try decode(#""https://a.example""#, as: Text.self) else {
            Issue.record("no address")
            return
        }
        #expect(link.host == "a.example")
        #expect(try roundTrip("[true]", as: Text.self) == "[true]")
    }

    @Test("lists are distinguished by their elements")
    func lists() throws {
        #expect(try decode("[1,2]", as: Lists.self) == .numbers([1, 2]))
        #expect(try decode(#"["s","l"]"#, as: Lists.self) == .kinds([.small, .large]))
        #expect(try decode(#"["s","tall"]"#, as: Lists.self) == .words(["s", "tall"]))
        #expect(try decode("true", as: Lists.self) == .bool(true))
        #expect(try decode("[1.5,2]", as: Lists.self) == .position(Position(longitude: 1.5, latitude: 2)))
    }

    @Test("a list of types is an enum, and null in it makes an optional")
    func types() throws {
        #expect(
            try decode(#"[1,"a",["b"],null]"#, as: [Either?].self) == [.integer(1), .string("a"), .array(["b"]), nil]
        )
        #expect(try decode(#"["a",null,2]"#, as: [Nothing?].self) == [.string("a"), nil, .integer(2)])
    }
}
