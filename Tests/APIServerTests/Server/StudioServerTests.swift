import APIRuntime
import APIServer
import Foundation
import HTTPTypes
import StudioAPI
import Testing

/// Tests of media types and streams between a generated client and a generated server over HTTP.
@Suite("Generated servers: media types and streams")
struct StudioServerTests {

    @Test("a server sends events, lines, text sequences and parts, which the client reads with their types")
    func streams() async throws {
        try await StudioDouble().run { client, _ in
            var events: [String] = []
            for try await event in client.orders.watch(orderId: 1) {
                events.append("\(event.name) \(event.id ?? "") \(event.data.state)")
            }
            #expect(events == ["change 0 a\nb", "change 1 c"])
            let log = try await client.orders.readLog().reduce(into: []) { $0.append($1.data) }
            #expect(log == ["one\ntwo", ""])
            var texts: [String] = []
            for try await event in client.orders.createChatEvents(body: CreateChatBody(text: "Hi")) {
                switch event.data {
                case .part(let part): texts.append(part.data.text)
                case .end(let end): texts.append(end.data)
                default: Issue.record("\(event)")
                }
            }
            #expect(texts == ["Hi", "end"])
            let received101 = try await client.orders.createChat(body: CreateChatBody(text: "Ho")).text
            #expect(received101 == "Ho")
            let readings = client.readings
            let received102 = try await readings.list().reduce(0) { $0 + $1.value }
            #expect(received102 == 3)
            let received103 = try await readings.listSequence().reduce(0) { $0 + $1.value }
            #expect(received103 == 7)
            let received104 = try await readings.listMixed().reduce(0) { $0 + $1.value.value }
            #expect(received104 == 11)
            for try await part in readings.watchCamera() {
                #expect(part.value == Data([7, 13, 10]) && part.headers[.contentType] == "image/jpeg")
            }
        }
    }

    @Test("a server sends each form of a success with the status and the media type of that form")
    func forms() async throws {
        try await FeedsDouble().run { feeds in
            let whole = try await feeds.withResponse { try await $0.exportReadings() }
            #expect(whole.status == 200 && whole.body.text == "done")
            let states = try await feeds.exportReadingsEvents().reduce(into: []) { $0.append($1.data.state) }
            #expect(states == ["running"])
            let sum = try await feeds.runExport().reduce(0) { $0 + $1.value }
            let text = try await feeds.runExportCreated().reduce("") { $0 + $1.text }
            let started = try await feeds.runExportJSON()
            #expect(sum == 1 && text == "a" && started.id == 7)
            let frames = try await feeds.watchFrames().reduce(into: []) { $0.append($1.value) }
            #expect(frames == [Data("JPEG".utf8)])
            let notices = try await feeds.watchNotices().reduce(into: []) { $0.append($1.data) }
            #expect(notices == [.string(.init(data: "\"q\"")), .json(.init(data: Reading(value: 1)))])
            let entries = try await feeds.watchEntries().reduce(into: []) { $0.append($1.data.data.value) }
            #expect(entries == [3])
            let states2 = try await feeds.watchStates().reduce(into: []) { $0.append($1.data) }
            #expect(states2 == [.open])
            let type = try await feeds.convertExport(body: .data(Data([1])), contentType: "video/ogg")
            #expect(type == Data("video/ogg".utf8))
        }
    }

    @Test("a failure of an operation with a stream has its documented status and body")
    func failure() async throws {
        try await StudioDouble().run { client, _ in
            do {
                for try await _ in client.orders.watch(orderId: 2) { Issue.record("There is no event.") }
                Issue.record("There is no failure.")
            } catch let error as WatchOrderError {
                #expect(error.status == 404 && error.problem?.title == "No order 2")
            }
        }
    }

    @Test("a server sends each failure in the media type of its case")
    func failureTypes() async throws {
        try await StudioDouble().run { client, _ in
            let photos = client.photos
            func failure(_ id: Int) async -> ReplacePhotoError? {
                do {
                    try await photos.replace(id: id, body: .data(Data([1])), contentType: .png)
                    return nil
                } catch {
                    return error
                }
            }
            #expect(await failure(404)?.problem?.title == "No photo")
            guard case .notFoundHTML("<h1>Gone</h1>") = await failure(405) else {
                Issue.record("The page is no failure of its type.")
                return
            }
            guard case .otherPDF(410, Data([37, 80, 68, 70])) = await failure(410) else {
                Issue.record("The file is no failure of its type.")
                return
            }
        }
    }

    @Test("the media types of a request select one of an operation's methods")
    func selection() async throws {
        try await StudioDouble().run { client, _ in
            let photos = client.photos
            let received105 = try await photos.get(id: 4).id
            #expect(received105 == 4)
            let received106 = try await photos.getImage(id: 4)
            #expect(received106 == Data([1, 2, 3]))
            let jpeg = try await photos.withResponse { try await $0.getImage(id: 4, accept: .jpeg) }
            #expect(jpeg.body == Data([4, 5]))
            #expect(jpeg.headers[.contentType] == "image/jpeg")
            let received107 = try await photos.getCSV(id: 4)
            #expect(received107 == "id\n4")
            let received108 = try await photos.getStudioShort(id: 4).title
            #expect(received108 == "short")
            let received109 = try await photos.change(id: 1, body: PhotoPatch()).title
            #expect(received109 == "merged")
            let steps = [PatchStep(op: "a", path: ""), PatchStep(op: "b", path: "")]
            let received110 = try await photos.changeJSONPatch(id: 1, body: steps).title
            #expect(received110 == "ab")
            let title = ChangePhotoStudioTitleBody(title: "t")
            let received111 = try await photos.changeStudioTitle(id: 1, body: title).title
            #expect(received111 == "t")
            let album = Album(title: "A", year: 3)
            let received112 = try await photos.createAlbum(body: album)
            #expect(received112 == "json A")
            let received113 = try await photos.createAlbumForm(body: album)
            #expect(received113 == "form A 3")
            let received114 = try await photos.createAlbumMixed(body: album)
            #expect(received114 == "mixed A 3")
            let received115 = try await photos.createAlbumText(body: "x")
            #expect(received115 == "text x")
            let cover = FilePart(data: Data(), fileName: "c.png")
            let form = CreateAlbumMultipartBody(title: "A", cover: cover)
            let received116 = try await photos.createAlbumMultipart(body: form)
            #expect(received116 == "multipart A c.png")
        }
    }

    @Test("a request whose media types no method handles has status 415 or 406")
    func refusals() async throws {
        try await StudioDouble().run { client, _ in
            var options = CallOptions()
            options.headers[.contentType] = "application/cbor"
            await #expect(throws: CreateAlbumError.self) {
                try await client.photos.createAlbum(body: Album(title: "A"), options: options)
            }
            do {
                _ = try await client.photos.createAlbum(body: Album(title: "A"), options: options)
            } catch let error as CreateAlbumError {
                #expect(error.status == 415)
            }
            options.headers = [.accept: "audio/*"]
            do {
                _ = try await client.photos.get(id: 1, options: options)
                Issue.record("There is no failure.")
            } catch let error as GetPhotoError {
                #expect(error.status == 406)
            }
            options.headers = [.accept: "text/*;q=0.2, application/json;q=0.1"]
            let received117 = try await client.photos.getCSV(id: 1, options: options)
            #expect(received117 == "id\n1")
        }
    }

    @Test("bodies stream in both directions beyond the limit for whole bodies")
    func bytes() async throws {
        let service = StudioDouble()
        try await service.run { client, _ in
            let (chunks, chunk) = AsyncStream.makeStream(of: [UInt8].self)
            for _ in 0..<50 { chunk.yield([UInt8](repeating: 1, count: 1_000)) }
            chunk.finish()
            try await client.photos.setVideo(id: 1, body: .sequence(chunks))
            let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: file) }
            try Data(repeating: 2, count: 70_000).write(to: file)
            try await client.photos.setVideo(id: 1, body: .file(file))
            #expect(service.seen.withLock { $0 } == ["50000", "70000"])
            let photo = try await client.photos.upload(body: .file(file), contentType: .webp)
            #expect(photo == Photo(id: 70_000, title: "image/webp"))
            let result = try await client.photos.download(id: 300, to: file)
            #expect(result.bytes == 300 * 1_024)
            let (items, item) = AsyncStream.makeStream(of: Reading.self)
            for value in 1...200 { item.yield(Reading(value: Double(value))) }
            item.finish()
            let received118 = try await client.readings.add(body: BodyItems(items))
            #expect(received118 == 20_100)
            let received119 = try await client.readings.addSequence(body: [
                Reading(value: 3), Reading(value: 5),
            ])
            #expect(received119 == 15)
        }
    }

    @Test("multipart/related and several success statuses arrive as documented")
    func related() async throws {
        let service = StudioDouble()
        try await service.run { client, _ in
            let file = FilePart(data: Data([1]), fileName: "a.png", contentType: "image/png")
            try await client.photos.import(body: ImportPhotoBody(about: Photo(id: 9), file: file))
            #expect(service.seen.withLock { $0 } == ["9 a.png image/png"])
            guard case .accepted(let reading) = try await client.jobs.start(),
                case .noContent = try await client.jobs.find()
            else {
                Issue.record("A status has another case.")
                return
            }
            #expect(reading.value == 1)
        }
    }
}
