import Testing

@testable import APIRuntime

@Suite("Server-sent events")
struct EventParserTests {
    @Test(
        "events are parsed as in the HTML standard",
        arguments: [
            ("data: one\n\n", ["message//one"]),
            ("data:one\r\n\r\n", ["message//one"]),
            ("data: one\r\r", ["message//one"]),
            ("data:  two spaces\n\n", ["message// two spaces"]),
            ("data: a\ndata: b\n\n", ["message//a\nb"]),
            ("data\n\n", ["message//"]),
            ("data\ndata\n\n", ["message//\n"]),
            (": comment\n\ndata: x\n\n", ["message//x"]),
            ("event: add\ndata: 73\n\nevent: remove\ndata: 5\n\n", ["add//73", "remove//5"]),
            ("event: gone\n\ndata: x\n\n", ["message//x"]),
            ("id: 1\ndata: a\n\ndata: b\n\n", ["message/1/a", "message/1/b"]),
            ("id: 1\ndata: a\n\nid\ndata: b\n\n", ["message/1/a", "message//b"]),
            ("id: a\u{0}b\ndata: x\n\n", ["message//x"]),
            ("id: 7\n\ndata: x\n\n", ["message/7/x"]),
            ("other: y\nDATA: z\ndata: x\n\n", ["message//x"]),
            ("\u{FEFF}data: x\n\n", ["message//x"]),
            ("data: x\n\n\u{FEFF}data: y\n\n", ["message//x"]),
            ("data: half", []),
            ("data: half\n", []),
            ("\n\n\n", []),
            ("data: grün\n\n", ["message//grün"]),
        ]
    )
    func standard(_ text: String, _ expected: [String]) throws {
        #expect(try read([Array(text.utf8)]).events == expected)
        #expect(try read(text.utf8.map { [$0] }).events == expected, "byte by byte")
    }

    @Test("the chunk boundaries do not affect the events")
    func cuts() throws {
        let text = Array("\u{FEFF}event: ü\r\nid: 9\r\ndata: a\r\ndata: b\r\n\r\n:c\rdata: x\r\rdata: y\n\n".utf8)
        let whole = try read([text]).events
        #expect(whole == ["ü/9/a\nb", "message/9/x", "message/9/y"])
        for first in 0...text.count {
            for second in stride(from: first, through: text.count, by: 3) {
                let parts = [text[..<first], text[first..<second], text[second...]].map(Array.init)
                #expect(try read(parts).events == whole, "cut at \(first) and \(second)")
            }
        }
    }

    @Test("the retry time of an event stream is used if it is a number")
    func retry() throws {
        #expect(try read([Array("retry: 1500\n\n".utf8)]).parser.retryMilliseconds == 1500)
        for text in ["retry: 1.5\n\n", "retry: -1\n\n", "retry:\n\n", "retry: soon\n\n"] {
            #expect(try read([Array(text.utf8)]).parser.retryMilliseconds == nil)
        }
    }

    @Test("lines and events that exceed the limit are refused before they are in memory")
    func bounds() throws {
        let line = Array("data: \(String(repeating: "x", count: 60))".utf8)
        #expect(throws: DecodingFailure.self) { try read([line, line], maximumBytes: 100) }
        let short = Array("data: \(String(repeating: "x", count: 40))\n".utf8)
        #expect(throws: DecodingFailure.self) { try read([short, short, short], maximumBytes: 100) }
        #expect(try read([short, short, [0x0A], short, short, [0x0A]], maximumBytes: 100).events.count == 2)
    }

    @Test("the next connection keeps the last event ID and retry time, and drops a partial event")
    func next() throws {
        let first = try read([Array("retry: 5\nid: 3\ndata: a\n\ndata: half".utf8)]).parser
        var parser = first.next(maximumBytes: 100)
        #expect(parser.lastEventID == "3")
        #expect(parser.retryMilliseconds == 5)
        var events: [ServerSentEvent<[UInt8]>] = []
        try parser.push(Array("data: b\n\n".utf8), into: &events)
        #expect(events == [ServerSentEvent(id: "3", data: Array("b".utf8))])
    }

    @Test("an event has the wait that it asks for, and the next one does not")
    func ownRetry() throws {
        var parser = EventParser(maximumBytes: 100)
        var events: [ServerSentEvent<[UInt8]>] = []
        try parser.push(Array("retry: 5\ndata: a\n\ndata: b\n\nretry: x\ndata: c\n\n".utf8), into: &events)
        #expect(events.map(\.retryMilliseconds) == [5, nil, nil])
        #expect(parser.retryMilliseconds == 5)
    }

    private func read(
        _ chunks: [[UInt8]],
        maximumBytes: Int = 1000
    ) throws -> (events: [String], parser: EventParser) {
        var parser = EventParser(maximumBytes: maximumBytes)
        var events: [ServerSentEvent<[UInt8]>] = []
        for chunk in chunks { try parser.push(chunk, into: &events) }
        let texts = events.map { "\($0.name)/\($0.id ?? "")/\(String(decoding: $0.data, as: UTF8.self))" }
        return (texts, parser)
    }
}
