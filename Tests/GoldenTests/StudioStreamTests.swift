import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import StudioAPI
import StudioMocks
import Testing

/// Tests of generated methods that send and receive streams.
@Suite("Golden module: streams")
struct StudioStreamTests {

    private func events(_ pieces: String..., ending: ScriptedResponse.StreamEnding = .complete) -> ScriptedResponse {
        .stream(pieces, ending: ending, contentType: "text/event-stream")
    }

    @Test("server-sent events have typed data, in any division into chunks")
    func typed() async throws {
        let studio = Studio(
            events("id: 7\nevent: change\nda", "ta: {\"state\":\"sent\"}\n\ndata: {\"state\":\"done\"}\n\n")
        )
        var states: [String] = []
        for try await event in studio.client.orders.watch(orderId: 1) {
            states.append("\(event.name) \(event.id ?? "-") \(event.data.state)")
        }
        #expect(states == ["change 7 sent", "message 7 done"])
        #expect(try studio.last().line == "GET /orders/1/events")
        #expect(try studio.last().header("Accept") == "text/event-stream, application/problem+json;q=0.9")
    }

    @Test("a documented failure is thrown before the first element of a stream")
    func failure() async throws {
        let problem = ScriptedResponse.bytes(
            Array(#"{"title":"Gone"}"#.utf8),
            status: 404,
            contentType: "application/problem+json"
        )
        let studio = Studio(problem)
        do {
            for try await _ in studio.client.orders.watch(orderId: 1) { Issue.record("There is no event.") }
        } catch let error as WatchOrderError {
            #expect(error.problem?.title == "Gone")
        }
        #expect(studio.transport.requests.count == 1)
    }

    @Test("a stream of events reconnects after its last event")
    func reconnection() async throws {
        let lost = ScriptedResponse.StreamEnding.failure(TransportError(.connection, "lost"))
        let studio = Studio(
            events("retry: 1\nid: 1\ndata: {\"state\":\"a\"}\n\n", ending: lost),
            events("id: 2\ndata: {\"state\":\"b\"}\n\n"),
            .status(204)
        )
        var options = CallOptions()
        options.stream = StreamOptions(reconnection: .init(delay: .zero, maximumDelay: .zero))
        var states: [String] = []
        for try await event in studio.client.orders.watch(orderId: 1, options: options) {
            states.append(event.data.state)
        }
        #expect(states == ["a", "b"])
        #expect(studio.transport.requests.map { $0.header("Last-Event-ID") } == [nil, "1", "2"])
    }

    @Test("leaving the loop and cancelling the task end a stream")
    func cancellation() async throws {
        let studio = Studio(
            events("data: {\"state\":\"a\"}\n\n", ending: .pending),
            events("data: {\"state\":\"a\"}\n\n", ending: .pending)
        )
        for try await _ in studio.client.orders.watch(orderId: 1) { break }
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
        let task = Task { [client = studio.client] in
            for try await _ in client.orders.watch(orderId: 1) { arrival.yield() }
        }
        for await _ in arrivals { break }
        task.cancel()
        await #expect(throws: WatchOrderError.self) { try await task.value }
    }

    @Test("an operation with JSON and events has a method for each, and [DONE] ends the events")
    func chat() async throws {
        let studio = Studio(
            .json(#"{"text":"Hello"}"#),
            events(
                "event: part\ndata: {\"text\":\"Hel\"}\n\nevent: end\ndata: all\n\n",
                "data: [DONE]\n\nevent: part\ndata: {\"text\":\"ignored\"}\n\n"
            )
        )
        let orders = studio.client.orders
        #expect(try await orders.createChat(body: CreateChatBody(text: "Hi")).text == "Hello")
        #expect(try studio.last().header("Accept")?.contains("text/event-stream") == false)
        var texts: [String] = []
        for try await event in orders.createChatEvents(body: CreateChatBody(text: "Hi")) {
            switch event.data {
            case .part(let part): texts.append(part.data.text)
            case .end(let end): texts.append(end.data)
            default: Issue.record("\(event)")
            }
        }
        #expect(texts == ["Hel", "all"])
        #expect(try studio.last().header("Accept") == "text/event-stream")
        #expect(try studio.last().text == #"{"text":"Hi"}"#)
    }

    @Test("JSON lines, text sequences and parts have items of one type, whatever their framing")
    func framings() async throws {
        let studio = Studio(
            .stream(["{\"value\":1}\n{\"va", "lue\":2}"], contentType: "application/jsonl"),
            .stream(["\u{1E}{\n\"value\":\n1}\n\u{1E}{\"val", "ue\":2}\n"], contentType: "application/json-seq"),
            .stream(
                [
                    "preamble\r\n--b\r\nContent-Type: application/json\r\nX-N: 1\r\n\r\n{\"value\":1}\r",
                    "\n--b\r\n\r\n{\"value\":2}\r\n--b-", "-\r\n",
                ],
                contentType: "multipart/mixed; boundary=b"
            )
        )
        let readings = studio.client.readings
        let lines = try await readings.list().reduce(into: []) { $0.append($1.value) }
        let sequence = try await readings.listSequence().reduce(into: []) { $0.append($1.value) }
        let parts = try await readings.listMixed().reduce(into: []) { $0.append($1.value.value) }
        #expect(lines == [1, 2] && sequence == [1, 2] && parts == [1, 2])
        let accepted = studio.transport.requests.map { $0.header("Accept") }
        #expect(accepted == ["application/jsonl", "application/json-seq", "multipart/mixed"])
    }

    @Test("a part is available before the next one, in every division into chunks")
    func parts() async throws {
        let body = "--x\r\nContent-Type: image/jpeg\r\n\r\n\r\n-\r\n--y\r\n--x\r\n\r\n\r\n--x--\r\nepilogue"
        for size in 1...body.utf8.count {
            let pieces = stride(from: 0, to: body.utf8.count, by: size).map { start in
                String(decoding: Array(body.utf8)[start..<min(start + size, body.utf8.count)], as: UTF8.self)
            }
            let studio = Studio(.stream(pieces, contentType: "multipart/x-mixed-replace; boundary=\"x\""))
            var found: [ResponsePart<Data>] = []
            for try await part in studio.client.readings.watchCamera() { found.append(part) }
            #expect(found.map(\.value) == [Data("\r\n-\r\n--y".utf8), Data()], "chunks of \(size)")
            #expect(found.first?.headers[.contentType] == "image/jpeg")
        }
        let endless = Studio(
            .stream(["--x\r\n\r\n1\r\n--x\r\n"], ending: .pending, contentType: "multipart/x-mixed-replace; boundary=x")
        )
        for try await part in endless.client.readings.watchCamera() {
            #expect(part.value == Data("1".utf8))
            break
        }
    }

    @Test("an incomplete text sequence or multipart body is a decoding error after its complete items")
    func incomplete() async throws {
        let studio = Studio(
            .stream(["\u{1E}{\"value\":1}\n\u{1E}{\"val"], contentType: "application/json-seq"),
            .stream(["--b\r\n\r\n{\"value\":1}\r\n--b\r\n\r\n{\"v"], contentType: "multipart/mixed; boundary=b")
        )
        var values: [Double] = []
        await #expect(throws: ListReadingsError.self) {
            for try await reading in studio.client.readings.listSequence() { values.append(reading.value) }
        }
        await #expect(throws: ListReadingsError.self) {
            for try await part in studio.client.readings.listMixed() { values.append(part.value.value) }
        }
        #expect(values == [1, 1])
    }

    @Test("a download goes to a file, with progress, and a failure leaves no file")
    func download() async throws {
        let studio = Studio(
            .stream(["abc", "def"]),
            .json(#"{"title":"None"}"#, status: 404),
            .stream(["abc", "def"])
        )
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("photo")
        let (steps, step) = AsyncStream.makeStream(of: Int.self)
        var options = CallOptions()
        options.progress = { step.yield($0.bytes) }
        let photos = studio.client.photos
        let result = try await photos.download(id: 1, to: file, size: "small", options: options)
        step.finish()
        #expect(try Data(contentsOf: file) == Data("abcdef".utf8))
        #expect(result.bytes == 6)
        #expect(await steps.reduce(0) { max($0, $1) } == 6)
        #expect(try studio.last().line == "GET /photos/1/file?size=small")
        let other = folder.appendingPathComponent("other")
        await #expect(throws: DownloadPhotoError.self) {
            try await photos.download(id: 2, to: other)
        }
        #expect(!FileManager.default.fileExists(atPath: other.path))
        var chunks: [[UInt8]] = []
        for try await chunk in try await photos.downloadStream(id: 1) { chunks.append(chunk) }
        #expect(chunks == [Array("abc".utf8), Array("def".utf8)])
    }

    @Test("items are sent one by one from a list or an asynchronous sequence")
    func upload() async throws {
        let studio = Studio(.json("3"), .json("3"))
        let readings = studio.client.readings
        _ = try await readings.add(body: [Reading(value: 1), Reading(value: 2)])
        #expect(try studio.last().text == "{\"value\":1}\n{\"value\":2}\n")
        #expect(try studio.last().header("Content-Type") == "application/x-ndjson")
        let (items, item) = AsyncStream.makeStream(of: Reading.self)
        item.yield(Reading(value: 3))
        item.finish()
        _ = try await readings.addSequence(body: BodyItems(items))
        #expect(try studio.last().text == "\u{1E}{\"value\":3}\n")
        #expect(try studio.last().header("Content-Type") == "application/json-seq")
    }

    @Test("a mock returns scripted elements and records its inputs")
    func mock() async throws {
        let double = OrdersOperationsMock()
        double.onWatch.responds(with: ServerSentEvent(data: OrderChange(state: "a")))
        double.onWatch.fails(with: WatchOrderError.cancelled)
        let orders: any OrdersOperationsProtocol = double
        var states: [String] = []
        await #expect(throws: WatchOrderError.self) {
            for try await event in orders.watch(orderId: 5) { states.append(event.data.state) }
        }
        #expect(states == ["a"] && double.onWatch.inputs.map(\.orderId) == [5])
        let photos = PhotosOperationsMock()
        let url = URL(fileURLWithPath: "/tmp/photo")
        photos.onDownloadToFile.responds(with: DownloadedFile(url: url, bytes: 3))
        photos.onDownloadStream.responds(with: ResponseStream(chunks: BodyChunks([1, 2])))
        photos.onDownload.responds(with: Data([1]))
        let downloads: any PhotosOperationsProtocol = photos
        #expect(try await downloads.download(id: 1, to: url).bytes == 3)
        #expect(try await downloads.download(id: 1) == Data([1]))
        for try await chunk in try await downloads.downloadStream(id: 1) { #expect(chunk == [1, 2]) }
    }
}
