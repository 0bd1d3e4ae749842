import APIServer
import Foundation
import HTTPTypes
import Testing

@testable import SandboxServer

@Suite("Sandbox helper types")
struct CorePiecesTests {
    @Test("equal seeds produce equal values, and other streams produce others")
    func random() {
        var one = SeededRandom(seed: 7, stream: "a")
        var two = SeededRandom(seed: 7, stream: "a")
        var other = SeededRandom(seed: 7, stream: "b")
        let id = one.uuid()
        #expect(id == two.uuid() && id != other.uuid())
        #expect(UUID(uuidString: id) != nil)
    }

    @Test("a body gets an entity tag, and a request with that tag gets 304 without a body")
    func entityTag() throws {
        let reply = RawServerResponse(status: 200, contentType: "application/json", bytes: [0x5b, 0x5d])
        let tagged = EntityTag.applied(to: reply, method: .get, headers: [:])
        let tag = try #require(tagged.headers[.eTag])
        let again = EntityTag.applied(to: reply, method: .get, headers: [.ifNoneMatch: "\"other\", W/\(tag)"])
        #expect(again.status == 304 && again.bytes.isEmpty && again.headers[.eTag] == tag)
        #expect(EntityTag.applied(to: reply, method: .post, headers: [:]).headers[.eTag] == nil)
        #expect(EntityTag.applied(to: reply, method: .get, headers: [.ifNoneMatch: "\"other\""]).status == 200)
    }

    @Test("a fault applies only to its operation and path, and only as often as configured")
    func faults() {
        let faults = Faults()
        faults.add(Fault(.status(503), operation: "a", pathPrefix: "/x", times: 2))
        #expect(faults.take(operation: "b", path: "/x/1").isEmpty)
        #expect(faults.take(operation: "a", path: "/y").isEmpty)
        #expect(faults.take(operation: "a", path: "/x/1") == [.status(503)])
        #expect(faults.take(operation: "a", path: "/x/1") == [.status(503)])
        #expect(faults.take(operation: "a", path: "/x/1").isEmpty && faults.all.isEmpty)
    }

    @Test("a frozen clock moves only when it is advanced")
    func clock() {
        let clock = SandboxClock()
        clock.freeze(at: Date(timeIntervalSince1970: 1000))
        clock.advance(by: 5)
        #expect(clock.now == Date(timeIntervalSince1970: 1005))
        #expect(clock.now == clock.now)
    }
}
