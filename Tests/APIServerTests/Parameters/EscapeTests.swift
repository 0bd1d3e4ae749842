import APIRuntime
import HTTPTypes
import Testing

@testable import APIServer

@Suite("Percent escapes that cannot be decoded")
struct EscapeTests {

    private func input(_ query: String, path: [String: String] = [:], body: String = "") -> ServerInput {
        ServerInput(ServerRequest(operation: "sample"), query: query, pathValues: path, body: Array(body.utf8))
    }

    @Test("a parameter with such an escape has status 400, which names it, and others are not affected")
    func named() throws {
        var request = input("q=100%&n=1", path: ["p": "%ff", "o": "a%20b"])
        let number: Int = try request.query("n")
        let other: String = try request.path("o")
        #expect(number == 1 && other == "a b")
        let error = #expect(throws: UnreadableInput.self) { let _: String? = try request.query("q") }
        #expect(
            error?.description
                == "The query parameter 'q' cannot be read: a percent sign begins no escape; '%' itself is sent as '%25'."
        )
        let path = #expect(throws: UnreadableInput.self) { let _: String = try request.path("p") }
        #expect(path?.status == 400 && path?.name == "p")
        let form = #expect(throws: UnreadableInput.self) {
            let _: [String: String] = try input("", body: "b=1&a=%e9").form()
        }
        #expect(form?.status == 400 && form?.name == "a")
    }

    @Test("lists, objects and whole queries with such escapes have status 400")
    func shapes() throws {
        var list = input("l=a,%e9")
        #expect(throws: UnreadableInput.self) { let _: [String] = try list.query("l", explode: false) }
        var deep = input("d[%zz]=2")
        #expect(throws: UnreadableInput.self) { let _: [String: String]? = try deep.query("d", style: .deepObject) }
        var free = input("a%zz=1&n=1")
        #expect(throws: UnreadableInput.self) { let _: [String: String] = try free.query("f", except: ["n"]) }
        var whole = input("a=%zz")
        #expect(throws: UnreadableInput.self) { let _: String = try whole.queryString() }
        #expect(throws: UnreadableInput.self) { let _: [String: String] = try whole.queryForm() }
    }
}
