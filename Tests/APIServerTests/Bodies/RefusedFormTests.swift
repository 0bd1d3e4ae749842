import Foundation
import HTTPTypes
import Testing

@testable import APIServer

@Suite("Forms that are refused")
struct RefusedFormTests {

    private func input(_ text: String, _ type: String = "multipart/form-data") -> ServerInput {
        let about = ServerRequest(operation: "sample", headers: [.contentType: "\(type); boundary=B"])
        return ServerInput(about, body: Array(text.replacing("\n", with: "\r\n").utf8))
    }

    @Test("an optional or undeclared file that is sent twice has status 400, and a list of files has not")
    func severalFiles() async throws {
        let part = "--B\nContent-Disposition: form-data; name=\"f\"; filename=\"a\"\n\nx\n"
        let twice = input("\(part)\(part)--B--\n")
        let reads: [(MultipartForm) -> Int] = [
            { $0.fileIfPresent("f") == nil ? 0 : 1 }, { $0.additionalFiles(except: []).count },
        ]
        for read in reads {
            let error = #expect(throws: UnreadableInput.self) { try twice.multipart { read($0) } }
            #expect(error?.status == 400 && error?.name == "f")
            await #expect(throws: UnreadableInput.self) { try await twice.multipart(files: ["f"]) { read($0) } }
            #expect(try input("\(part)--B--\n").multipart { read($0) } == 1)
        }
        #expect(try twice.multipart { $0.files("f").count } == 2)
    }

    @Test("a part of a form without a name has status 400, unlike one of another multipart body")
    func namelessParts() async throws {
        for field in ["Content-Disposition: form-data", "Content-Type: text/plain"] {
            let text = "--B\n\(field)\n\nx\n--B--\n"
            let error = #expect(throws: UnreadableInput.self) { try MultipartForm(input(text)) }
            #expect(error?.status == 400)
            await #expect(throws: UnreadableInput.self) { try await MultipartForm(input(text), files: []) }
            #expect(try MultipartForm(input(text, "multipart/mixed")).parts.count == 1)
        }
        let empty = "--B\nContent-Disposition: form-data; name=\"\"\n\nx\n--B--\n"
        #expect(try MultipartForm(input(empty)).parts.count == 1)
    }

    @Test("a part that is not text is refused only if the property is a string")
    func unreadablePart() throws {
        let body = [
            Array("--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\neA==\r\n".utf8),
            Array("--B\r\nContent-Disposition: form-data; name=\"b\"\r\nContent-Type: image/png\r\n\r\n".utf8),
            [0x89, 0xFF], Array("\r\n--B--\r\n".utf8),
        ]
        let about = ServerRequest(operation: "sample", headers: [.contentType: "multipart/form-data; boundary=B"])
        let form = try MultipartForm(ServerInput(about, body: body.flatMap(\.self)))
        let (text, data): (String, Data) = (try form.value("a"), try form.value("b"))
        #expect(text == "eA==" && data == Data([0x89, 0xFF]))
        let error = #expect(throws: UnreadableInput.self) { let _: String = try form.value("b") }
        #expect(error?.status == 400)
        let all: [String: Data] = try form.object()
        #expect(all == ["a": Data("x".utf8), "b": Data([0x89, 0xFF])])
    }
}
