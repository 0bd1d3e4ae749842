@_spi(Generated) import APIRuntime
import APITesting
import Testing

/// The events of a stream in the generated form: three variants with a name each, and one for events of any name.
private enum FeedEvent: JSONCodable, Hashable {
    case added(Added)
    case text(Text)
    case anything(Anything)
    case other(Other)
    case unknown(JSONValue)

    init(json reader: inout JSONReader) throws(DecodingFailure) {
        guard try reader.kind == .object,
            let value = reader.closest([
                UnionCandidate(Self.added), UnionCandidate(Self.text), UnionCandidate(Self.anything),
                UnionCandidate(Self.other),
            ])
        else {
            self = .unknown(try reader.readUnknown())
            return
        }
        self = value
    }

    func write(to writer: inout JSONWriter) {
        switch self {
        case .added(let value): writer.write(value)
        case .text(let value): writer.write(value)
        case .anything(let value): writer.write(value)
        case .other(let value): writer.write(value)
        case .unknown(let value): writer.write(value)
        }
    }

    struct Added: JSONModel, Hashable {
        var data: WireNote

        static let keys: ObjectKeys = ["event", "data"]

        init(from object: inout ObjectReader) throws(DecodingFailure) {
            try object.constant(0, "add")
            data = try object.required(1)
        }

        func write(to object: inout ObjectWriter) { object.put(1, data) }
    }

    struct Text: JSONModel, Hashable {
        var data: String

        init(_ data: String) { self.data = data }

        static let keys: ObjectKeys = ["event", "data"]

        init(from object: inout ObjectReader) throws(DecodingFailure) {
            try object.constant(0, "txt")
            data = try object.required(1)
        }

        func write(to object: inout ObjectWriter) { object.put(1, data) }
    }

    struct Anything: JSONModel, Hashable {
        var data: JSONValue

        init(_ data: JSONValue) { self.data = data }

        static let keys: ObjectKeys = ["event", "data"]

        init(from object: inout ObjectReader) throws(DecodingFailure) {
            try object.constant(0, "any")
            data = try object.required(1)
        }

        func write(to object: inout ObjectWriter) { object.put(1, data) }
    }

    struct Other: JSONModel, Hashable {
        var id: String?
        var data: Title

        static let keys: ObjectKeys = ["id", "data"]

        init(from object: inout ObjectReader) throws(DecodingFailure) {
            id = try object.optional(0)
            data = try object.required(1)
        }

        func write(to object: inout ObjectWriter) { object.put(1, data) }
    }

    /// An object whose properties are all optional, so that every object is one.
    struct Title: JSONModel, Hashable {
        var title: String?

        static let keys: ObjectKeys = ["title"]

        init(from object: inout ObjectReader) throws(DecodingFailure) { title = try object.optional(0) }

        func write(to object: inout ObjectWriter) { object.put(0, title) }
    }
}

/// The events of a stream whose variants do not name them.
private enum NamelessEvent: JSONCodable, Hashable {
    case note(Note)
    case text(Text)

    init(json reader: inout JSONReader) throws(DecodingFailure) {
        let candidates = [UnionCandidate(Self.note), UnionCandidate(Self.text)]
        guard let value = reader.closest(candidates) else { throw reader.failure(.mismatch, "no variant") }
        self = value
    }

    func write(to writer: inout JSONWriter) {
        switch self {
        case .note(let value): writer.write(value)
        case .text(let value): writer.write(value)
        }
    }

    struct Note: JSONModel, Hashable {
        var event: String
        var data: WireNote

        static let keys: ObjectKeys = ["event", "data"]

        init(from object: inout ObjectReader) throws(DecodingFailure) {
            event = try object.required(0)
            data = try object.required(1)
        }

        func write(to object: inout ObjectWriter) { object.put(1, data) }
    }

    struct Text: JSONModel, Hashable {
        var data: String

        static let keys: ObjectKeys = ["data"]

        init(from object: inout ObjectReader) throws(DecodingFailure) { data = try object.required(0) }

        func write(to object: inout ObjectWriter) { object.put(0, data) }
    }
}

@Suite("Events that are decoded as a whole", .timeLimit(.minutes(1)))
struct WholeEventTests {
    private func events(_ text: String) async throws -> [FeedEvent] {
        try await events(of: FeedEvent.self, text)
    }

    private func events<T: JSONCodable>(
        of type: T.Type,
        _ text: String,
        json: [String] = []
    ) async throws -> [T] {
        let response = ScriptedResponse.stream([text], contentType: "text/event-stream")
        let events = try Wire.sender(ScriptedTransport([response])).sendEvents(
            of: type,
            Wire.get(),
            CallOptions(),
            isWhole: true,
            jsonEvents: json,
            failing: WireError.self
        )
        return try await all(events).map(\.data)
    }

    @Test(
        "a string whose schema says that it is JSON has no quotation marks",
        arguments: [
            (#""q""#, "q"), (#""\n""#, "\n"), ("q", "q"), ("5", "5"), (#"{"title":"q"}"#, #"{"title":"q"}"#),
        ]
    )
    func jsonText(_ data: String, _ text: String) async throws {
        let event = "event: txt\ndata: \(data)\n\n"
        #expect(try await events(of: FeedEvent.self, event, json: ["txt"]) == [.text(.init(text))])
        #expect(try await events(of: FeedEvent.self, event, json: ["add"]) == [.text(.init(data))])
    }

    @Test(
        "the name of an event selects its variant, even if its text is the JSON of another variant",
        arguments: ["{\"title\":\"q\"}", "{\"id\":1}", "[1]", "5", "null", "true", "\"q\"", "q", ""]
    )
    func text(_ data: String) async throws {
        #expect(try await events("event: txt\ndata: \(data)\n\n") == [.text(.init(data))])
        #expect(try await events("id: 4\nevent: txt\ndata: \(data)\n\n") == [.text(.init(data))])
    }

    @Test("an event without a name, or with one that no variant declares, is the variant for any name")
    func others() async throws {
        for name in ["", "event: new\n"] {
            let events = try await events("\(name)data: {\"title\":\"q\"}\n\n")
            guard case .other(let other)? = events.first else {
                Issue.record("\(events)")
                continue
            }
            #expect(other.data.title == "q")
        }
    }

    @Test("invalid data is an error, and not a variant for events of any name", arguments: ["{\"title\":\"q\"}", "x"])
    func invalid(_ data: String) async throws {
        let error = await #expect(throws: WireError.self) { try await events("event: add\ndata: \(data)\n\n") }
        #expect(error?.name == "decoding")
        guard case .added? = try await events("event: add\ndata: {\"id\":1}\n\n").first else { throw Unexpected() }
    }

    @Test("a variant that any name selects does not exclude others")
    func nameless() async throws {
        let events = try await events(
            of: NamelessEvent.self,
            "event: a\ndata: {\"id\":1}\n\nevent: a\ndata: x\n\n"
        )
        guard case .note(let note) = events.first, case .text(let text) = events.last else { throw Unexpected() }
        #expect(note.data.id == 1 && text.data == "x")
    }

    @Test("data of any type is JSON if it is valid, and otherwise text")
    func anything() async throws {
        let rows: [(String, JSONValue)] = [
            ("5", 5), ("null", .null), ("true", true), ("\"str\"", "str"), ("str", "str"), ("{\"a\":1}", ["a": 1]),
            ("[1]", [1]),
        ]
        for (data, value) in rows {
            #expect(try await events("event: any\ndata: \(data)\n\n") == [.anything(.init(value))], "\(data)")
        }
    }
}
