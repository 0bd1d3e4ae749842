import APIRuntime
import SeededTesting
import Testing

@testable import APIRequestDecoding

/// Tests that compare the parser of chunks with a simple reader of whole bodies.
@Suite("Multipart bodies in chunks")
struct MultipartParserTests {

    /// Returns the contents of the parts of a whole body, found with a search for each boundary.
    private static func contents(of body: [UInt8]) -> [[UInt8]] {
        let mark = Array("\r\n--XX".utf8)
        // A boundary at the start has no line break before it.
        let text = Array("\r\n".utf8) + body
        var contents: [[UInt8]] = []
        var start: Int?
        var place = 0
        while place + mark.count <= text.count {
            guard text[place...].starts(with: mark) else {
                place += 1
                continue
            }
            let rest = text[(place + mark.count)...]
            let line = rest.drop { $0 == 0x20 || $0 == 0x09 }
            let isLast = rest.starts(with: "--".utf8)
            guard isLast || line.starts(with: "\r\n".utf8) else {
                place += 1
                continue
            }
            if let start, start <= place, let content = content(of: text[start..<place]) { contents.append(content) }
            if isLast { return contents }
            start = line.startIndex + 2
            // The line break can also start the next boundary.
            place = line.startIndex
        }
        return contents
    }

    /// Returns the bytes after the first empty line; `nil` if there is none.
    private static func content(of part: ArraySlice<UInt8>) -> [UInt8]? {
        if part.starts(with: "\r\n".utf8) { return Array(part.dropFirst(2)) }
        let mark = Array("\r\n\r\n".utf8)
        guard let place = part.indices.first(where: { part[$0...].starts(with: mark) }) else { return nil }
        return Array(part[(place + mark.count)...])
    }

    private static func parsed(_ chunks: [[UInt8]]) throws -> [[UInt8]] {
        var parser = try #require(MultipartParser(contentType: "multipart/form-data; boundary=XX"))
        var contents: [[UInt8]] = []
        var open: [UInt8] = []
        for chunk in chunks {
            try parser.parse(chunk) { event in
                switch event {
                case .begin: open = []
                case .content(let bytes): open += bytes
                case .end: contents.append(open)
                }
            }
        }
        return contents
    }

    @Test("random bodies in chunks of any lengths have the parts of the whole body", arguments: 0..<20)
    func chunks(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let tokens = [
            "\r\n--XX\r\n", "\r\n--XX", "--XX", "\r\n", "\r", "\n", "-", " ", "a", "\r\n\r\n", "X", "A: b\r\n\r\n",
            "--XX--", "\r\n--XX \t\r\n",
        ].map { Array($0.utf8) }
        var parts = 0
        for _ in 0..<500 {
            let count = Int.random(in: 0...30, using: &random)
            let body = Array("--XX\r\n".utf8) + (0..<count).flatMap { _ in tokens.randomElement(using: &random) ?? [] }
            let expected = Self.contents(of: body)
            parts += expected.count
            #expect(try Self.parsed([body]) == expected, "\(String(decoding: body, as: UTF8.self).debugDescription)")
            #expect(try Self.parsed(body.map { [$0] }) == expected)
            let cut = Int.random(in: 0...body.count, using: &random)
            #expect(try Self.parsed([Array(body[..<cut]), Array(body[cut...])]) == expected)
        }
        #expect(parts > 200)
    }

    @Test("content is delivered while it arrives, except for what may begin a boundary")
    func delay() throws {
        var parser = try #require(MultipartParser(contentType: "multipart/form-data; boundary=XX"))
        var delivered = 0
        for chunk in ["--XX\r\nA: b\r\n\r\n", "abc\r\n--X", "Y", "de"] {
            try parser.parse(Array(chunk.utf8)) { event in
                if case .content(let bytes) = event { delivered += bytes.count }
            }
            switch chunk {
            case "abc\r\n--X": #expect(delivered == 3)
            case "Y": #expect(delivered == 9)
            case "de": #expect(delivered == 11)
            default: #expect(delivered == 0)
            }
        }
        #expect(!parser.isFinished)
    }
}
