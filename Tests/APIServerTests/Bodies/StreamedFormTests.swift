import APIRuntime
import FileSupport
import Foundation
import HTTPTypes
import HostilePeers
import Hummingbird
import LoopbackServer
import SeededTesting
import Testing

@testable import APIServer

@Suite("Forms with files that arrive in chunks", .timeLimit(.minutes(2)))
struct StreamedFormTests {

    private typealias Part = (name: String, fileName: String?, bytes: [UInt8])

    private static func body(_ parts: [Part]) -> [UInt8] {
        var body: [UInt8] = []
        for part in parts {
            let file = part.fileName.map { "; filename=\"\($0)\"" } ?? ""
            body += "--XX\r\nContent-Disposition: form-data; name=\"\(part.name)\"\(file)\r\n\r\n".utf8
            body += part.bytes
            body += "\r\n".utf8
        }
        return body + "--XX--\r\n".utf8
    }

    /// Returns a request whose body arrives in chunks.
    private static func input(_ chunks: [[UInt8]], _ options: ServerOptions = ServerOptions()) -> ServerInput {
        let about = ServerRequest(
            operation: "sample",
            headers: [.contentType: "multipart/form-data; boundary=XX"]
        )
        var input = ServerInput(about, options: options)
        let rest = LockedState(chunks[...])
        input.stream = BodyChunks { rest.withLock { $0.popFirst() } }
        return input
    }

    private static func form(_ parts: [Part], _ options: ServerOptions = ServerOptions()) async throws -> MultipartForm
    {
        try await MultipartForm(input([body(parts)], options), files: ["file"])
    }

    private static func isInMemory(_ file: FilePart) -> Bool {
        if case .bytes = file.content { true } else { false }
    }

    @Test("random forms in random chunks have the same parts, within the limit of memory", arguments: 0..<20)
    func model(_ seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        var options = ServerOptions(maximumBodyBytes: 200_000)
        options.temporaryFolder = try Self.emptyFolder()
        defer { try? FileManager.default.removeItem(at: options.temporaryFolder) }
        var parts: [Part] = []
        for index in 0..<Int.random(in: 1...12, using: &random) {
            let isFile = Bool.random(using: &random)
            let size = [0, 1, 2_000, 65_535, 65_536, 65_537, 150_000].randomElement(using: &random) ?? 0
            // Content that looks like boundaries, but whose end cannot complete one.
            let units = ["\r\n--X", "\r", "\r\n--XX!", "a", "-XX--", "\r\n--XX -"]
            let unit = Array((units.randomElement(using: &random) ?? "a").utf8)
            let length = isFile ? size : size % 3_000
            let bytes = (0..<length).map { $0 == length - 1 ? UInt8(ascii: "z") : unit[$0 % unit.count] }
            parts.append((isFile ? "file" : "value\(index)", isFile ? "f\(index)" : nil, bytes))
        }
        var (rest, chunks) = (Self.body(parts)[...], [[UInt8]]())
        while !rest.isEmpty {
            let length = [1, 2, 3, 100, 65_536].randomElement(using: &random) ?? 1
            chunks.append(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        let form = try await MultipartForm(Self.input(chunks, options), files: ["file"])
        #expect(form.parts.map(\.name) == parts.map(\.name))
        #expect(form.parts.reduce(0) { $0 + $1.bytes.count } <= options.maximumBodyBytes)
        for (read, sent) in zip(form.parts, parts) {
            #expect(read.fileName == sent.fileName)
            // Not in the expectation, which would print all bytes.
            let isSame = try await read.content.collected() == sent.bytes
            #expect(isSame)
            #expect(sent.bytes.count <= 1 << 16 || read.bytes.isEmpty, "A large file is in memory.")
        }
        let isSame = try await form.files("file").last?.content.collected() == parts.last { $0.name == "file" }?.bytes
        #expect(isSame, "A file can be read twice.")
        let names = try FileManager.default.contentsOfDirectory(atPath: options.temporaryFolder.path)
        #expect(names.isEmpty, "The temporary file has no name.")
    }

    private static func emptyFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    @Test("parts in memory and their number are limited")
    func limits() async throws {
        let options = ServerOptions(maximumBodyBytes: 1_000, maximumFields: 3)
        let long = [UInt8](repeating: 7, count: 1_001)
        let refused: [[Part]] = [
            [("value", nil, long)], [("value", nil, Array(long.prefix(600))), ("other", "f", Array(long.prefix(600)))],
            Array(repeating: ("file", "f", [1]), count: 4),
        ]
        for parts in refused {
            await #expect {
                _ = try await Self.form(parts, options)
            } throws: { error in
                (error as? UnreadableInput)?.reason == .tooLarge
            }
        }
        let form = try await Self.form([("file", "f", long), ("value", nil, [65]), ("file", "g", [1])], options)
        #expect(form.files("file").map(Self.isInMemory) == [false, true])
        let value: String = try form.value("value")
        #expect(value == "A")
        #expect { let _: String = try form.value("file") } throws: { ($0 as? UnreadableInput)?.reason == .tooLarge }
    }

    @Test("the names of parts count as memory")
    func names() async throws {
        let options = ServerOptions(maximumBodyBytes: 10_000)
        let part = (String(repeating: "n", count: 900), String(repeating: "f", count: 200), [UInt8]())
        #expect(try await Self.form(Array(repeating: part, count: 9), options).parts.count == 9)
        await #expect {
            _ = try await Self.form(Array(repeating: part, count: 10), options)
        } throws: { error in
            (error as? UnreadableInput)?.reason == .tooLarge
        }
    }

    @Test(
        "a form that ends before its last boundary is refused",
        arguments: ["--XX\r\nContent-Di", "--XX\r\nA: b\r\n\r\nabc\r\n--X"]
    )
    func truncated(_ body: String) async throws {
        await #expect {
            _ = try await MultipartForm(Self.input([Array(body.utf8)]), files: [])
        } throws: { error in
            (error as? UnreadableInput)?.status == 400
        }
    }

    @Test("the error of a folder that does not exist is no error of the request")
    func folder() async throws {
        let options = ServerOptions(temporaryFolder: URL(fileURLWithPath: "/missing/folder"))
        let large = [UInt8](repeating: 7, count: 100_000)
        await #expect(throws: FileFailure.self) {
            _ = try await Self.form([("file", "f", large)], options)
        }
        let small = try await Self.form([("file", "f", Array(large.prefix(1_000)))], options)
        #expect(small.files("file").count == 1)
    }

    @Test("a file of 100 MB in a form is received within a few megabytes of memory")
    func upload() async throws {
        let (chunk, chunks) = ((0..<100_000).map { UInt8($0 % 251) }, 1000)
        let head = Array("--XX\r\nContent-Disposition: form-data; name=file; filename=f\r\n\r\n".utf8)
        let end = Array("\r\n--XX\r\nContent-Disposition: form-data; name=about\r\n\r\nnote\r\n--XX--\r\n".utf8)
        let length = head.count + chunk.count * chunks + end.count
        let received = LockedState(["": 0])
        let router = Router()
        ServerRoutes(router).medium(streamsBody: true).empty("upload", .post, "/upload") { input in
            let (about, file): (String, FilePart) = try await input.multipart(files: ["file"]) { form in
                (try form.value("about"), try form.file("file"))
            }
            var count = 0
            for try await chunk in file.content.chunks() { count += chunk.count }
            received.withLock { $0 = [about: count] }
            return .empty()
        }
        let server = try await LoopbackServer.start(router)
        let memory = try PeakMemory()
        let statuses = try await RawPeer.offPool {
            let peer = try RawPeer(port: server.port)
            peer.send("POST /upload HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: \(length)\r\n")
            peer.send("Content-Type: multipart/form-data; boundary=XX\r\n\r\n")
            peer.send(head)
            for _ in 0..<chunks where !peer.send(chunk) { return [Int]?.none }
            peer.send(end)
            return peer.statuses()
        }
        await server.stop()
        #expect(statuses == [204])
        #expect(received.withLock { $0 } == ["note": chunk.count * chunks])
        if let growth = try memory.growth() { #expect(growth < 50_000_000, "\(growth) bytes") }
    }
}

extension APIRuntime.HTTPBody {
    /// Returns all bytes.
    fileprivate func collected() async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await chunk in chunks() { bytes += chunk }
        return bytes
    }
}
