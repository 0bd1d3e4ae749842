import APIRuntime
import HTTPTypes
import Testing

@testable import APIServer

@Suite("Methods of unknown paths")
struct MethodTableTests {
    @Test("a path is split once for an unknown path, however many routes there are")
    func work() {
        let path = "/unknown/" + String(repeating: "x/", count: 30_000)
        let works = [1, 10, 200].map { count in
            let table = MethodTable()
            for index in 0..<count { table.add(PathPattern("/r\(index)/{id}"), .get, nil) }
            let work = TextWork()
            #expect(table.responders(for: path, work: work).isEmpty)
            return work.count
        }
        #expect(works == Array(repeating: path.utf8.count, count: 3))
    }

    @Test("the routes of a path are those whose pattern has the most literal segments")
    func best() {
        let table = MethodTable()
        table.add(PathPattern("/notes/{id}"), .get, nil)
        table.add(PathPattern("/notes/{name}"), .put, nil)
        table.add(PathPattern("/notes/export"), .post, nil)
        table.add(PathPattern("/notes/{id}/parts"), .delete, nil)
        #expect(Set(table.responders(for: "/notes/1").keys) == [.get, .put])
        #expect(Set(table.responders(for: "/notes/export").keys) == [.post])
        #expect(Set(table.responders(for: "//notes//1/parts/").keys) == [.delete])
        #expect(table.responders(for: "/notes").isEmpty && table.responders(for: "/1/notes/1").isEmpty)
    }
}
