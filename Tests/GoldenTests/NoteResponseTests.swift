import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import NotesAPI
import Testing

/// Tests of the responses that the golden module decodes.
@Suite("Golden module: responses")
struct NoteResponseTests {

    /// Decodes a note from the JSON of some properties in addition to the required ones.
    private func note(_ members: String) throws -> Note {
        try JSONCoding.decode(Note.self, from: Array((Sample.note.dropLast() + "," + members + "}").utf8))
    }

    @Test("every format has its Swift type and is encoded unchanged")
    func formats() throws {
        let members = #"""
            "priority":1,"dueOn":"2024-02-29","price":12.30,"score":0.5,"size":12,"thumbnail":"AQI=",\#
            "link":"https://x.example/a","labels":[{"name":"a"}],"counters":{"b":2,"a":1},\#
            "content":{"type":"text","text":"T"},"pinned":true,"extra":[1,{"x":null}]
            """#
        let note = try note(members)
        #expect(note.priority == .high)
        #expect(note.dueOn == CalendarDate(year: 2024, month: 2, day: 29))
        #expect(note.price == Decimal(string: "12.30"))
        #expect(note.score == 0.5)
        #expect(note.size == 12)
        #expect(note.thumbnail == Data([1, 2]))
        #expect(note.link == URL(string: "https://x.example/a"))
        #expect(note.counters == ["a": 1, "b": 2])
        #expect(note.pinned == true)
        #expect(note.createdAt == Date(timeIntervalSince1970: 1_714_557_600))
        #expect(try JSONCoding.decode(Note.self, from: JSONCoding.encode(note)) == note)
    }

    @Test("an absent property has its default or is nil")
    func defaults() throws {
        let note = try note(#""dueOn":null"#)
        #expect(note.priority == nil && note.priorityOrDefault == .normal)
        #expect(!note.pinnedOrDefault)
        #expect(note.dueOn == nil)
        #expect(note.labels == nil)
    }

    @Test("undocumented values and properties are kept in both directions")
    func unknown() throws {
        let note = try note(#""priority":9,"mood":"new","content":{"type":"video","length":[1]}"#)
        #expect(note.priority == .unknown(9))
        #expect(note.unknownProperties["mood"] == "new")
        guard case .unknown = note.content else {
            Issue.record("A known variant: \(String(describing: note.content))")
            return
        }
        let text = String(decoding: JSONCoding.encode(note), as: UTF8.self)
        #expect(text.contains(#""priority":9"#))
        #expect(text.contains(#""mood":"new""#))
        #expect(text.contains(#""content":{"type":"video","length":[1]}"#))
        let state = try JSONCoding.decode(NoteState.self, from: Array(#""archived""#.utf8))
        #expect(state == .unknown("archived"))
        #expect(JSONCoding.encode(state) == Array(#""archived""#.utf8))
    }

    @Test("enums keep the spelling of the JSON values")
    func enums() {
        #expect(NoteState.knownValues.map(\.rawValue) == ["draft", "published", "in-review", "2nd-review"])
        #expect(NoteState(rawValue: "in-review") == .inReview)
        #expect(Priority.knownValues.map(\.rawValue) == [-1, 0, 1])
    }

    @Test("a number can be encoded as a string where the specification allows it")
    func readAs() throws {
        let note = try note(#""size":"345""#)
        #expect(note.size == 345)
        #expect(String(decoding: JSONCoding.encode(note), as: UTF8.self).contains(#""size":345"#))
    }

    @Test("an invalid element is skipped only in a list that skips invalid elements")
    func skipInvalid() throws {
        let note = try note(#""labels":[{"name":"a"},{"colour":1},{"name":"b"}]"#)
        #expect(note.labels?.map(\.name) == ["a", "b"])
        #expect(throws: DecodingFailure.self) {
            try JSONCoding.decode(ActivityPage.self, from: Array(#"{"events":{}}"#.utf8))
        }
    }

    @available(*, deprecated)
    @Test("a deprecated property is decoded and encoded like any other")
    func deprecated() throws {
        var note = try note(#""colour":"red""#)
        #expect(note.colour == "red")
        note.colour = "blue"
        #expect(String(decoding: JSONCoding.encode(note), as: UTF8.self).contains(#""colour":"blue""#))
    }

    @Test("a type can contain itself")
    func recursion() throws {
        var note = try note(#""parent":\#(Sample.note)"#)
        #expect(note.parent?.title == "Milk")
        note.parent?.title = "Tea"
        #expect(note.parent?.title == "Tea")
        #expect(try JSONCoding.decode(Note.self, from: JSONCoding.encode(note)) == note)
        let nested = #"{"type":"list","items":[{"type":"list","items":[]},{"type":"markdown","text":"x"}]}"#
        let content = try JSONCoding.decode(Content.self, from: Array(nested.utf8))
        guard case .listContent(let list) = content else {
            Issue.record("No list: \(content)")
            return
        }
        #expect(list.items.last == .textContent(TextContent(type: "markdown", text: "x")))
        #expect(JSONCoding.encode(content) == Array(nested.utf8))
    }

    @Test("variants are distinguished by their discriminator, or else by their properties")
    func discriminator() throws {
        func content(_ json: String) throws -> Content {
            try JSONCoding.decode(Content.self, from: Array(json.utf8))
        }
        #expect(try content(#"{"type":"text","text":"a"}"#) == .textContent(TextContent(type: "text", text: "a")))
        #expect(try content(#"{"items":[]}"#) == .listContent(ListContent(items: [], type: nil)))
        // The properties of the other variant do not override the discriminator.
        #expect(throws: DecodingFailure.self) { try content(#"{"type":"list","text":"a"}"#) }
        guard case .unknown = try content(#"{"title":"a"}"#) else {
            Issue.record("A known variant")
            return
        }
    }

    @Test("variants of different JSON types are distinguished by type")
    func kinds() throws {
        func source(_ json: String) throws -> NotesAPI.Attachment.Source {
            try JSONCoding.decode(NotesAPI.Attachment.self, from: Array(#"{"id":1,"source":\#(json)}"#.utf8)).source
        }
        #expect(try source(#""x""#) == .string("x"))
        #expect(try source(#"["x","y"]"#) == .array(["x", "y"]))
        guard case .scan(let scan) = try source(#"{"scanner":"S","quality":"best"}"#) else {
            Issue.record("No scan")
            return
        }
        #expect(scan.quality == .unknown("best"))
        #expect(try source("12") == .unknown(12))
    }

    @Test("distinct constants distinguish the variants")
    func constants() throws {
        let json = #"{"events":[{"kind":"shared","with":"Ada"},{"kind":"archived"},{"kind":"burnt","at":1}]}"#
        let page = try JSONCoding.decode(ActivityPage.self, from: Array(json.utf8))
        #expect(page.events.count == 3)
        guard case .shared(let shared) = page.events[0], case .archived = page.events[1], case .unknown = page.events[2]
        else {
            Issue.record("Other variants: \(page.events)")
            return
        }
        #expect(shared.with == "Ada")
        #expect(JSONCoding.encode(page) == Array(json.utf8))
    }

    @Test("each documented success is a separate case")
    func successes() async throws {
        let notes = Notes([
            .json(Sample.note, status: 201), .bytes(Array("soon".utf8), status: 202, contentType: "text/plain"),
            .status(204),
        ])
        let note = NewNote(title: "t", content: .unknown(.null))
        var seen: [String] = []
        for _ in 0..<3 {
            switch try await notes.client.notes.create(body: note) {
            case .created(let note): seen.append(note.title)
            case .accepted(let text): seen.append(text)
            case .noContent: seen.append("nothing")
            }
        }
        #expect(seen == ["Milk", "soon", "nothing"])
    }

    @Test("sensitive values are not in descriptions")
    func redaction() throws {
        let account = Account(id: "u", email: "ada@x.example")
        #expect(!"\(account)".contains("ada@"))
        #expect(!String(reflecting: account).contains("ada@"))
        let pair = TokenPair(accessToken: "s3cret", expiresIn: 1)
        #expect(!"\(pair)".contains("s3cret"))
    }

    @Test("documented header fields have the types of their schemas")
    func headers() async throws {
        var fields = HTTPFields()
        for (name, value) in [("X-Total-Count", "7"), ("X-Labels", "new, odd")] {
            fields[try #require(HTTPField.Name(name))] = value
        }
        let notes = Notes([.json(#"{"notes":[]}"#, headers: fields), .json(#"{"notes":[]}"#)])
        let response = try await notes.client.notes.withResponse { try await $0.list() }
        #expect(try response.header(NotesHeaders.xTotalCount) == 7)
        #expect(try response.header(NotesHeaders.xLabels) == [.new, .unknown("odd")])
        let other = try await notes.client.notes.withResponse { try await $0.list() }
        #expect(try other.header(NotesHeaders.xTotalCount) == nil)
    }
}
