import APIRuntime
import NotesAPI
import Testing

@Suite("Members held through references")
struct BoxedMemberTests {
    @Test("they are read, written, changed and compared like any others")
    func members() throws {
        let json = #"{"front":{"width":3},"back":{"width":4}}"#
        var shelf = try JSONCoding.decode(Shelf.self, from: Array(json.utf8))
        #expect(shelf == Shelf(front: Board(width: 3), back: Board(width: 4)))
        let copy = shelf
        shelf.front.width = 5
        shelf.back = nil
        #expect(copy.front.width == 3 && copy.back?.width == 4)
        #expect(String(decoding: JSONCoding.encode(shelf), as: UTF8.self) == #"{"front":{"width":5}}"#)
        #expect(shelf != copy)
        #expect(Set([shelf, copy, copy]).count == 2)
    }

    @Test("a large member does not make what holds it large")
    func size() {
        #expect(MemoryLayout<Shelf>.size <= 3 * MemoryLayout<Int>.size)
    }
}
