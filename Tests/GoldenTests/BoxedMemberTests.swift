import APIRuntime
import NotesAPI
import Testing

@Suite("Properties stored by reference")
struct BoxedMemberTests {
    @Test("properties stored by reference are decoded, encoded, changed and compared like others")
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

    @Test("a large property does not make its container large")
    func size() {
        #expect(MemoryLayout<Shelf>.size <= 3 * MemoryLayout<Int>.size)
    }
}
