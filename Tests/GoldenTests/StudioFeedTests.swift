import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import StudioAPI
import Testing

/// Tests of operations whose successes, events and parts have several forms.
@Suite("Golden module: forms of streams")
struct StudioFeedTests {

    private func events(_ pieces: String..., status: Int = 200) -> ScriptedResponse {
        .stream(pieces, status: status, contentType: "text/event-stream")
    }

    /// Returns the first failure of a sequence, and the number of the elements before it.
    private func failure<Element>(of sequence: ResponseSequence<Element>) async -> (error: (any Error)?, count: Int) {
        var count = 0
        do {
            for try await _ in sequence { count += 1 }
            return (nil, count)
        } catch {
            return (error, count)
        }
    }

    @Test("JSON of one status and events of another one have a method each")
    func statuses() async throws {
        let studio = Studio(
            .json(#"{"text":"done"}"#),
            events("data: {\"state\":\"running\"}\n\n", status: 202),
            events("data: {\"state\":\"running\"}\n\n", status: 202),
            .json(#"{"text":"done"}"#)
        )
        let feeds = studio.client.feeds
        #expect(try await feeds.exportReadings().text == "done")
        #expect(try studio.last().header("Accept") == "application/json")
        let states = try await feeds.exportReadingsEvents().reduce(into: []) { $0.append($1.data.state) }
        #expect(states == ["running"])
        #expect(try studio.last().header("Accept") == "text/event-stream")
        await #expect(throws: ExportReadingsError.self) { try await feeds.exportReadings() }
        let (error, count) = await failure(of: feeds.exportReadingsEvents())
        #expect((error as? ExportReadingsError)?.status == 200 && count == 0)
    }

    @Test("streams of one form with other items for each status are never mixed up")
    func items() async throws {
        let readings = ScriptedResponse.stream(["{\"value\":1}\n"], contentType: "application/x-ndjson")
        let replies = ScriptedResponse.stream(
            ["{\"text\":\"a\"}\n"],
            status: 201,
            contentType: "application/jsonl"
        )
        let started = ScriptedResponse.json(#"{"id":7}"#, status: 202)
        let studio = Studio(readings, replies, started, replies, readings, readings)
        let feeds = studio.client.feeds
        #expect(try await feeds.runExport().reduce(0) { $0 + $1.value } == 1)
        #expect(try await feeds.runExportCreated().reduce("") { $0 + $1.text } == "a")
        #expect(try await feeds.runExportJSON().id == 7)
        for (error, count) in [await failure(of: feeds.runExport()), await failure(of: feeds.runExportCreated())] {
            guard case .decoding? = (error as? RunExportError)?.failure else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(count == 0)
        }
        await #expect(throws: RunExportError.self) { try await feeds.runExportJSON() }
    }

    @Test("lines, text sequences and parts of another media type are a decoding error before the first item")
    func mediaTypes() async throws {
        for type in ["text/html", "application/xml", "image/png", "text/event-stream"] {
            let page = ScriptedResponse.bytes(Array("{\"value\":1}".utf8), contentType: type)
            let studio = Studio(page, page, page)
            let readings = studio.client.readings
            let failures = [
                await failure(of: readings.list()), await failure(of: readings.listSequence()),
                await failure(of: readings.listMixed()),
            ]
            for (error, count) in failures {
                #expect((error as? ListReadingsError)?.status == 200 && count == 0, "\(type)")
            }
        }
        // Names of the same format, and bytes of an unknown one, are read.
        for type in ["application/jsonl", "application/x-ndjson", "application/octet-stream"] {
            let studio = Studio(.stream(["{\"value\":1}\n"], contentType: type))
            #expect(try await studio.client.readings.list().reduce(0) { $0 + $1.value } == 1, "\(type)")
        }
    }

    @Test("the parts of a multipart response of binary strings are bytes")
    func frames() async throws {
        let body = "--b\r\nContent-Type: image/jpeg\r\n\r\nJPEG\r\n--b--\r\n"
        let studio = Studio(.stream([body], contentType: "multipart/x-mixed-replace; boundary=b"))
        var parts: [ResponsePart<Data>] = []
        for try await part in studio.client.feeds.watchFrames() { parts.append(part) }
        #expect(parts.map(\.value) == [Data("JPEG".utf8)])
    }

    @Test("the events of the example in the standard of OpenAPI 3.2 are read")
    func standard() async throws {
        let studio = Studio(
            events(
                "event: addString\ndata: This data is formatted\ndata: across two lines\nretry: 5\n\n",
                "event: addNumber\ndata: 1234.5678\nunknownField: this is ignored\n\n",
                ": This is a comment\nevent: addJSON\ndata: {\"value\": 42}\n\n",
                "event: addString\ndata: \"q\"\n\nevent: addString\ndata: null\n\nevent: new\ndata: x\n\n"
            )
        )
        var notices: [String] = []
        for try await event in studio.client.feeds.watchNotices() {
            switch event.data {
            case .string(let value): notices.append("\(event.name) \(value.data ?? "-")")
            case .number(let value): notices.append("\(event.name) \(value.data ?? "-")")
            case .json(let value): notices.append("\(event.name) \(value.data?.value ?? 0)")
            case .unknown: notices.append("unknown")
            }
        }
        #expect(
            notices == [
                "addString This data is formatted\nacross two lines", "addNumber 1234.5678", "addJSON 42.0",
                "addString \"q\"", "addString null", "unknown",
            ]
        )
    }

    @Test("an event that is composed of several schemas has typed data")
    func composed() async throws {
        let studio = Studio(events("event: reading\nid: 4\ndata: {\"value\":2}\n\n"))
        var seen: [String] = []
        for try await event in studio.client.feeds.watchComposed() {
            seen.append("\(event.name) \(event.id ?? "-") \(event.data.value)")
        }
        #expect(seen == ["reading 4 2.0"])
    }

    @Test("data with members that an event also has is read as a whole")
    func entries() async throws {
        let studio = Studio(events("data: {\"id\":1,\"data\":{\"value\":3}}\n\n"))
        var seen: [Double] = []
        for try await event in studio.client.feeds.watchEntries() {
            seen += [Double(event.data.id), event.data.data.value]
        }
        #expect(seen == [1, 3])
    }

    @Test("the data of an event may be the text of an enumeration, with or without quotation marks")
    func states() async throws {
        let studio = Studio(events("data: open\n\ndata: \"closed\"\n\n"))
        var states: [String] = []
        for try await event in studio.client.feeds.watchStates() { states.append(event.data.rawValue) }
        #expect(states == ["open", "closed"])
    }

    @Test("bytes of one status go to a file, and the other statuses to an enumeration")
    func files() async throws {
        let bytes = ScriptedResponse.stream(["ab", "c"], contentType: "application/octet-stream")
        let pending = ScriptedResponse.json(#"{"text":"wait"}"#, status: 202)
        let studio = Studio(bytes, bytes, pending, pending, .status(204))
        let feeds = studio.client.feeds
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("StudioFeedTests-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("export")
        #expect(try await feeds.getExport(to: file).bytes == 3)
        #expect(try studio.last().header("Accept") == "application/octet-stream")
        var seen: [UInt8] = []
        for try await chunk in try await feeds.getExportStream() { seen += chunk }
        #expect(seen == Array("abc".utf8))
        guard case .accepted(let reply) = try await feeds.getExport() else {
            Issue.record("The status has another case.")
            return
        }
        #expect(reply.text == "wait")
        for _ in 0..<2 {
            await #expect(throws: GetExportError.self) { try await feeds.getExport(to: file) }
        }
        #expect(try Data(contentsOf: file) == Data("abc".utf8))
    }

    @Test("a body of any media type is bytes of a type that the caller names, and streams in both directions")
    func anyType() async throws {
        let studio = Studio(.bytes([1, 2], contentType: "video/mp4"), .bytes([3], contentType: "video/mp4"))
        let feeds = studio.client.feeds
        #expect(try await feeds.convertExport(body: .data(Data([9])), contentType: "video/ogg") == Data([1, 2]))
        #expect(try studio.last().header("Content-Type") == "video/ogg")
        #expect(try studio.last().header("Accept") == "*/*")
        var seen: [UInt8] = []
        for try await chunk in try await feeds.convertExportStream(body: .data(Data([9]))) { seen += chunk }
        #expect(seen == [3])
        #expect(try studio.last().header("Content-Type") == "application/octet-stream")
    }
}

/// Tests of requests with several media types of one form.
@Suite("Golden module: media types of one schema")
struct StudioNoteTests {

    @Test("several JSON types of one schema are a choice of the caller, and JSON without a schema is a method")
    func patches() async throws {
        let done = ScriptedResponse.status(204)
        let studio = Studio(done, done, done, done, done)
        let notes = studio.client.notes
        let album = Album(title: "A")
        try await notes.change(id: 1, body: album)
        try await notes.change(id: 1, body: album, contentType: "application/merge-patch+json")
        let steps: JSONValue = [["op": "remove", "path": "/year"]]
        try await notes.changeJSONPatch(id: 1, body: steps)
        try await notes.changeStudioNote(id: 1, body: Reply(text: "b"))
        let third: BodyMediaType = "application/vnd.studio.note+json; version=3"
        try await notes.changeStudioNote(id: 1, body: Reply(text: "c"), contentType: third)
        #expect(
            studio.transport.requests.map { $0.header("Content-Type") } == [
                "application/json", "application/merge-patch+json", "application/json-patch+json",
                "application/vnd.studio.note+json; version=2", "application/vnd.studio.note+json; version=3",
            ]
        )
        #expect(studio.transport.requests[1].text == #"{"title":"A"}"#)
        #expect(studio.transport.requests[2].text == #"[{"op":"remove","path":"/year"}]"#)
        for type: BodyMediaType in ["application/json-patch+json", "text/plain"] {
            await #expect(throws: ChangeNoteError.self) {
                try await notes.change(id: 1, body: album, contentType: type)
            }
        }
        let other: BodyMediaType = "application/vnd.studio.note+json; version=1"
        await #expect(throws: ChangeNoteError.self) {
            try await notes.changeStudioNote(id: 1, body: Reply(text: "d"), contentType: other)
        }
        #expect(studio.transport.requests.count == 5)
    }

    @Test("of one schema with an optional file, a form has a file with a name and a type, and JSON a string")
    func attachments() async throws {
        let studio = Studio(.status(204), .status(204), .status(204))
        let notes = studio.client.notes
        let file = FilePart(data: Data("P".utf8), fileName: "p.png", contentType: "image/png")
        try await notes.replace(id: 1, body: ReplaceNoteBody(name: "a", file: file))
        #expect(try studio.last().header("Content-Type")?.hasPrefix("multipart/form-data") == true)
        let form = try studio.last().text
        #expect(form.contains(#"name="file"; filename="p.png""#) && form.contains("Content-Type: image/png"), "\(form)")
        try await notes.replaceJSON(id: 1, body: Attachment(name: "a", file: Data([1])))
        #expect(try studio.last().header("Content-Type") == "application/json")
        #expect(try studio.last().text == #"{"name":"a","file":"AQ=="}"#)
        try await notes.replaceImage(id: 1, body: .data(Data([2])), contentType: "image/heic")
        #expect(try studio.last().header("Content-Type") == "image/heic")
    }

    @Test("a range next to media types of its kind allows every type in it")
    func ranges() async throws {
        let studio = Studio(.status(204), .status(204), .bytes([1], contentType: "image/webp"))
        let notes = studio.client.notes
        try await notes.add(body: "<p>", contentType: "text/html")
        #expect(try studio.last().header("Content-Type") == "text/html; charset=utf-8")
        try await notes.add(body: "a")
        #expect(try studio.last().header("Content-Type") == "text/plain; charset=utf-8")
        await #expect(throws: AddNoteError.self) { try await notes.add(body: "a", contentType: .pdf) }
        #expect(try await notes.getImage() == Data([1]))
        #expect(try studio.last().header("Accept") == "image/*")
    }
}
