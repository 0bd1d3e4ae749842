import Foundation
import HTTPTypes
import Testing

@testable import SandboxServer

@Suite("Pieces of the sandbox")
struct CorePiecesTests {
    @Test("equal seeds give equal choices, other streams give others")
    func random() {
        var one = SeededRandom(seed: 7, stream: "a")
        var two = SeededRandom(seed: 7, stream: "a")
        var other = SeededRandom(seed: 7, stream: "b")
        let id = one.uuid()
        #expect(id == two.uuid() && id != other.uuid())
        #expect(UUID(uuidString: id) != nil)
    }

    @Test("a query is taken apart and decoded, a plus is a space in forms only")
    func query() {
        let query = QueryText.pairs("a=1%2C2&b&c=x+y")
        #expect(query.map(\.name) == ["a", "b", "c"] && query.map(\.value) == ["1,2", "", "x+y"])
        #expect(QueryText.pairs("c=x+y%2B", plusIsSpace: true).first?.value == "x y+")
    }

    @Test("a multipart body gives names, files, types and exact bytes")
    func multipart() throws {
        let body =
            "--XX\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nhello\r\n--XX\r\n"
            + "Content-Disposition: form-data; name=\"file\"; filename=\"a.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n"
        let bytes = Array(body.utf8) + [0xff, 0x0d, 0x0a, 0x00] + Array("\r\n--XX--\r\n".utf8)
        let reader = try #require(MultipartReader(contentType: "multipart/form-data; boundary=\"XX\""))
        let parts = reader.parts(of: bytes)
        #expect(parts.map(\.name) == ["note", "file"])
        #expect(parts.first?.text == "hello" && parts.first?.filename == nil)
        #expect(parts.last?.filename == "a.jpg" && parts.last?.contentType == "image/jpeg")
        #expect(parts.last?.bytes == [0xff, 0x0d, 0x0a, 0x00])
        #expect(MultipartReader(contentType: "application/json") == nil)
    }

    @Test("a body gets a tag, and whoever names the tag gets 304 without a body")
    func entityTag() throws {
        let reply = RawReply(status: 200, contentType: "application/json", bytes: [0x5b, 0x5d])
        let tagged = EntityTag.applied(to: reply, method: .get, headers: [:])
        let tag = try #require(tagged.headers[.eTag])
        let again = EntityTag.applied(to: reply, method: .get, headers: [.ifNoneMatch: "\"other\", W/\(tag)"])
        #expect(again.status == 304 && again.bytes.isEmpty && again.headers[.eTag] == tag)
        #expect(EntityTag.applied(to: reply, method: .post, headers: [:]).headers[.eTag] == nil)
        #expect(EntityTag.applied(to: reply, method: .get, headers: [.ifNoneMatch: "\"other\""]).status == 200)
    }

    @Test("a fault meets its operation and path only, as often as it is told")
    func faults() {
        let faults = Faults()
        faults.add(Fault(.status(503), operation: "a", pathPrefix: "/x", times: 2))
        #expect(faults.take(operation: "b", path: "/x/1").isEmpty)
        #expect(faults.take(operation: "a", path: "/y").isEmpty)
        #expect(faults.take(operation: "a", path: "/x/1") == [.status(503)])
        #expect(faults.take(operation: "a", path: "/x/1") == [.status(503)])
        #expect(faults.take(operation: "a", path: "/x/1").isEmpty && faults.all.isEmpty)
    }

    @Test("a stopped clock moves only when it is moved")
    func clock() {
        let clock = SandboxClock()
        clock.freeze(at: Date(timeIntervalSince1970: 1000))
        clock.advance(by: 5)
        #expect(clock.now == Date(timeIntervalSince1970: 1005))
        #expect(clock.now == clock.now)
    }
}
