import APIRuntime
import APITesting
import Foundation
import ShapesAPI
import Testing

/// Tests of variants that share properties, extend one base, or lack distinguishing properties.
@Suite("Shapes: variants")
struct ShapesVariantTests {

    @Test("a union with properties is an enum, and variants that extend it have its properties only")
    func extendingVariants() throws {
        let json = #"[{"id":1,"mood":"calm","radius":2.5,"sort":"disc"},{"rays":5,"sort":"star"},{"sort":"blob"}]"#
        let figures: [Figure] = try decode(json)
        #expect(figures[0] == .disc(Disc(id: 1, mood: .calm, radius: 2.5)))
        #expect(figures[1] == .star(Star(rays: 5)))
        guard case .unknown = figures[2] else {
            Issue.record("\(figures[2])")
            return
        }
        #expect(try roundTrip(json, as: [Figure].self) == json)
    }

    @Test("variants that do not extend the union get its properties, unless they have them")
    func completedVariants() throws {
        let json = """
            [{"hops":3,"id":1,"note":{"by":"a"},"sort":"ping"},{"id":2,"note":"b","sort":"pong"},\
            {"id":3,"sort":"pang"}]
            """
        let packets: [Packet] = try decode(json)
        guard case .ping(let ping) = packets[0], case .pong(let pong) = packets[1], case .pang(let pang) = packets[2]
        else {
            Issue.record("\(packets)")
            return
        }
        #expect((ping.id, ping.hops, ping.note?.by) == (1, 3, "a"))
        #expect(pong == Pong(id: 2, sort: "pong", note: "b"))
        #expect(pang == Packet.Pang(id: 3))
        #expect(try roundTrip(json, as: [Packet].self) == json)
    }

    @Test("in a composition with a union, each variant has the other parts' properties")
    func partUnion() throws {
        let json = #"[{"by":"a","id":1,"name":"Started"},{"id":2,"name":"Stopped","reason":"b"}]"#
        let events: [Event] = try decode(json)
        #expect(events == [.started(Event.Started(id: 1, by: "a")), .stopped(Event.Stopped(id: 2, reason: "b"))])
        #expect(try roundTrip(json, as: [Event].self) == json)
    }

    @Test("a constant in a part of the first variant selects it, regardless of other properties")
    func constantsInParts() throws {
        let json = #"[{"comment":"c","priority":3,"type":"A"},{"priority":1,"type":"MX"}]"#
        let records: [ZoneRecord] = try decode(json)
        guard case .addressRecord(let address) = records[0] else {
            Issue.record("\(records)")
            return
        }
        #expect(address.comment == "c")
        #expect(records[1] == .mailRecord(MailRecord(priority: 1)))
        #expect(try roundTrip(json, as: [ZoneRecord].self) == json)
    }

    @Test("a plain discriminator property needs no argument")
    func plainDiscriminators() throws {
        let permits: [Permit] = [.codePermit(CodePermit(code: "c")), .clientPermit(ClientPermit())]
        let json = #"[{"code":"c","permit":"code"},{"permit":"client"}]"#
        #expect(try decode(json, as: [Permit].self) == permits)
        #expect(try roundTrip(json, as: [Permit].self) == json)
    }

    @Test("numbers beyond Int and an enum value 'none' are kept")
    func tallies() throws {
        let json = #"{"count":18446744073709551615,"mode":"none"}"#
        let tally: Tally = try decode(json)
        #expect(tally.count == .max)
        let mode: Tally.Mode? = .noneValue
        #expect(mode != nil)
        #expect(tally.mode == mode)
        #expect(try roundTrip(json, as: Tally.self) == json)
    }

    @Test("variants that extend their union need no discriminator")
    func extendingWithoutDiscriminator() throws {
        let json = #"[{"bark":"b","height":3},{"height":1,"scent":"s"}]"#
        let plants: [Plant] = try decode(json)
        #expect(plants == [.tree(Tree(bark: "b", height: 3)), .herb(Herb(scent: "s", height: 1))])
        #expect(try roundTrip(json, as: [Plant].self) == json)
    }

    @Test("a property that is any object in one part and a union in another is the union")
    func unionMember() throws {
        let reply: EntryReply = try decode(#"{"ok":true,"result":{"host":"h","type":"MX"}}"#)
        #expect(reply.result == .mailEntry(MailEntry(host: "h")))
        #expect(text(of: EntryReply(ok: true, result: .hostEntry(HostEntry(ip: "1")))).contains(#""type":"A""#))
    }

    @Test(
        "a composition with a union has properties that accept the types of all variants",
        arguments: [
            #"{"at":"2024-02-03","data":{"a":"x"},"ip":"1","mark":"m","type":"A","weight":1}"#,
            #"{"at":"soon","data":{"a":1,"b":"x"},"host":"h","mark":"m","type":"MX","weight":"light"}"#,
        ]
    )
    func joinedMembers(json: String) throws {
        let entry: MarkedEntry = try decode(json, strictly: true)
        #expect(text(of: entry) == json)
        #expect(entry.type == (entry.ip == nil ? .mx : .a))
        #expect(entry.weight == (entry.ip == nil ? .string("light") : .integer(1)))
        #expect(entry.data?.a == (entry.ip == nil ? .integer(1) : .string("x")))
    }

    @Test("variants that extend one base are distinguished by its discriminator")
    func commonBase() throws {
        let json = """
            {"guests":[{"lives":9,"name":"a","petType":"kitten"},{"name":"b","petType":"Dog"},\
            {"name":"c","petType":"Cat"}]}
            """
        let kennel: Kennel = try decode(json)
        let guests = try #require(kennel.guests)
        guard case .cat(let cat) = guests[0], case .dog(let dog) = guests[1], case .unknown = guests[2] else {
            Issue.record("\(kennel)")
            return
        }
        #expect(cat.lives == 9)
        #expect(dog.petType == "Dog")
        #expect(try roundTrip(json, as: Kennel.self) == json)
    }

    @Test("a variant without a discriminator property is encoded with its value, others unchanged")
    func writtenTags() throws {
        // A value received without the property is encoded without it.
        #expect(try roundTrip(#"{"number":"1"}"#, as: Payment.self) == #"{"number":"1"}"#)
        #expect(text(of: Payment.cardPayment(CardPayment(way: .debit))) == #"{"way":"debit"}"#)
        #expect(text(of: Payment.cashPayment(CashPayment())) == #"{"way":"cash"}"#)
        #expect(text(of: Payment.freePayment(FreePayment())) == #"{"way":"free"}"#)
        let json = #"{"amount":1.5,"way":"cash"}"#
        #expect(try roundTrip(json, as: Payment.self) == json)
        // Streaming readers require it first.
        let bytes = JSONCoding.encode(Payment.cashPayment(CashPayment(amount: 2)))
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"way":"cash","amount":2}"#)
    }

    @Test("constraint-only variants keep the type, and a listed number in a union with any number is a number")
    func bounds() throws {
        let bounded: Bounded = try decode(#"{"box":[1,2,3,4],"number":100}"#)
        #expect(bounded.box == [1, 2, 3, 4])
        #expect(bounded.number == 100)
        #expect(bounded.ttlOrDefault == 1)
        #expect(try decode(#"{"ttl":45}"#, as: Bounded.self).ttl == 45)
    }

    @Test("unnamed variants are named by their type, and the string values are one of them")
    func unnamed() throws {
        #expect(try decode(#""Timeout""#, as: Fault.self) == .keyword(.timeout))
        #expect(try decode(#""Cancelled""#, as: Fault.self) == .keyword(.cancelled))
        #expect(try decode(#"{"NotFound":"x"}"#, as: Fault.self) == .notFound(Fault.NotFoundVariant(notFound: "x")))
        #expect(try decode("2.5", as: Size.self) == .number(._2_5))
        #expect(try decode(#""small""#, as: Size.self) == .keyword(.small))
        #expect(try decode(#"{"query":"q"}"#, as: Selector.self) == .object(Selector.Object(query: "q")))
    }
}
