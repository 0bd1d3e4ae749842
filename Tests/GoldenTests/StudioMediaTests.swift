import APIRuntime
import APITesting
import Foundation
import HTTPTypes
import StudioAPI
import Testing

/// A client of the golden module for media types with a scripted transport.
struct Studio {
    let transport: ScriptedTransport
    let client: StudioClient

    /// Creates a client whose requests receive responses in order.
    init(_ responses: ScriptedResponse...) {
        transport = ScriptedTransport(responses)
        var configuration = ClientConfiguration.testing(transport)
        configuration.retry = .never
        client = StudioClient(configuration: configuration)
    }

    /// Returns the last request that was sent.
    func last(sourceLocation: SourceLocation = #_sourceLocation) throws -> RecordedRequest {
        try #require(transport.requests.last, sourceLocation: sourceLocation)
    }
}

/// Tests of the media types of requests and responses.
@Suite("Golden module: media types")
struct StudioMediaTests {

    @Test("each media type of a response has a method that requests only that type")
    func responses() async throws {
        let studio = Studio(
            .json(#"{"id":1,"title":"Sea"}"#),
            .bytes([1, 2], contentType: "image/jpeg"),
            .bytes(Array("a,b".utf8), contentType: "text/csv"),
            .bytes(Array(#"{"title":"S"}"#.utf8), contentType: "application/vnd.studio.short+json")
        )
        let photos = studio.client.photos
        #expect(try await photos.get(id: 1) == Photo(id: 1, title: "Sea"))
        #expect(try await photos.getImage(id: 1) == Data([1, 2]))
        #expect(try await photos.getCSV(id: 1) == "a,b")
        #expect(try await photos.getStudioShort(id: 1).title == "S")
        let accepted = studio.transport.requests.map { $0.header("Accept") }
        #expect(
            accepted == [
                "application/json", "image/png, image/jpeg;q=0.9", "text/csv", "application/vnd.studio.short+json",
            ]
        )
    }

    @Test("one of several media types with one Swift type is requested by an argument")
    func choice() async throws {
        let jpeg = ScriptedResponse.bytes([1], contentType: "image/jpeg")
        let studio = Studio(jpeg, jpeg, .bytes([2], contentType: "image/webp"))
        _ = try await studio.client.photos.getImage(id: 1, accept: .jpeg)
        #expect(try studio.last().header("Accept") == "image/jpeg")
        _ = try await studio.client.photos.getImageStream(id: 1, accept: .jpeg)
        #expect(try studio.last().header("Accept") == "image/jpeg")
        _ = try await studio.client.notes.getImage(accept: .webp)
        #expect(try studio.last().header("Accept") == "image/webp")
    }

    @Test("an undocumented media type is not requested")
    func undocumentedChoice() async throws {
        let studio = Studio()
        await #expect(throws: GetPhotoError.self) { try await studio.client.photos.getImage(id: 1, accept: .pdf) }
        #expect(studio.transport.requests.isEmpty)
    }

    @Test("a response of another media type than the requested one is a decoding error")
    func mismatch() async throws {
        let page = ScriptedResponse.bytes(Array("<html>".utf8), contentType: "text/html")
        let studio = Studio(page, page)
        await #expect(throws: GetPhotoError.self) { try await studio.client.photos.getImage(id: 1) }
        await #expect(throws: GetPhotoError.self) { try await studio.client.photos.getImageStream(id: 1) }
    }

    @Test("each media type of a failure has a case")
    func failures() async throws {
        let lock = "application/vnd.studio.lock+json; charset=utf-8"
        let problem = #"{"title":"Locked"}"#
        let studio = Studio(
            .bytes(Array("<h1>Lost</h1>".utf8), status: 404, contentType: "Text/HTML; charset=utf-8"),
            .bytes(Array(problem.utf8), status: 404, contentType: "application/problem+json"),
            .bytes(Array(problem.utf8), status: 409, contentType: "application/problem+json"),
            .bytes(Array(#"{"until":"noon"}"#.utf8), status: 409, contentType: lock + "; version=2"),
            .bytes(Array(#"{"owner":"Ada"}"#.utf8), status: 409, contentType: lock + "; Version=\"3\""),
            .bytes([37, 80], status: 418, contentType: "application/pdf"),
            .bytes(Array(problem.utf8), status: 418, contentType: "application/json"),
            .bytes(Array("<h1>Busy</h1>".utf8), status: 409, contentType: "text/html")
        )
        var seen: [String] = []
        for _ in 0..<8 {
            do {
                try await studio.client.photos.replace(id: 1, body: .data(Data([9])), contentType: .jpeg)
            } catch {
                switch error {
                case .notFoundHTML(let page): seen.append(page)
                case .notFound(let problem): seen.append("404 \(problem.title)")
                case .conflict(let problem): seen.append("409 \(problem.title)")
                case .conflictStudioLock(let body): seen.append("until \(body.until)")
                case .conflictApplicationVndStudioLockJsonVersion3(let body): seen.append("owner \(body.owner)")
                case .otherPDF(let status, let file): seen.append("\(status) \(file.count)")
                case .other(let status, let problem): seen.append("\(status) \(problem.title)")
                case .undocumented(let response): seen.append("undocumented \(response.status)")
                default: Issue.record(error)
                }
            }
        }
        #expect(
            seen == [
                "<h1>Lost</h1>", "404 Locked", "409 Locked", "until noon", "owner Ada", "418 2", "418 Locked",
                "undocumented 409",
            ]
        )
    }

    @Test("the caller names the media type of a range, or one of several types, and others are not sent")
    func types() async throws {
        let studio = Studio(.json(#"{"id":1}"#), .status(204))
        let photos = studio.client.photos
        _ = try await photos.upload(body: .data(Data([9])), contentType: "image/heic")
        #expect(try studio.last().header("Content-Type") == "image/heic")
        try await photos.replace(id: 1, body: .data(Data([9])), contentType: .jpeg)
        #expect(try studio.last().header("Content-Type") == "image/jpeg")
        for type: BodyMediaType in [.pdf, "image/*", "png"] {
            await #expect(throws: UploadPhotoError.self) {
                try await photos.upload(body: .data(Data()), contentType: type)
            }
        }
        await #expect(throws: ReplacePhotoError.self) {
            try await photos.replace(id: 1, body: .data(Data()), contentType: .gif)
        }
        #expect(studio.transport.requests.count == 2)
    }

    @Test("merge patch, JSON Patch and a vendor type with parameters are sent as documented")
    func patches() async throws {
        let photo = ScriptedResponse.json(#"{"id":1}"#)
        let studio = Studio(photo, photo, photo)
        let photos = studio.client.photos
        _ = try await photos.change(id: 1, body: PhotoPatch(title: .null))
        _ = try await photos.changeJSONPatch(id: 1, body: [PatchStep(op: "remove", path: "/title")])
        _ = try await photos.changeStudioTitle(id: 1, body: ChangePhotoStudioTitleBody(title: "x"))
        let requests = studio.transport.requests
        #expect(
            requests.map { $0.header("Content-Type") } == [
                "application/merge-patch+json", "application/json-patch+json",
                "application/vnd.studio.title+json; version=2",
            ]
        )
        #expect(
            requests.map(\.text) == [
                #"{"title":null}"#, #"[{"op":"remove","path":"/title"}]"#, #"{"title":"x"}"#,
            ]
        )
    }

    @Test("each media type of a request has a method")
    func requests() async throws {
        let done = ScriptedResponse.json(#""x""#)
        let studio = Studio(done, done, done, done, done)
        let photos = studio.client.photos
        let album = Album(title: "A b", year: 2)
        _ = try await photos.createAlbum(body: album)
        #expect(try studio.last().text == #"{"title":"A b","year":2}"#)
        _ = try await photos.createAlbumForm(body: album)
        #expect(try studio.last().header("Content-Type") == "application/x-www-form-urlencoded")
        #expect(["title=A+b&year=2", "title=A%20b&year=2"].contains(try studio.last().text))
        let cover = FilePart(data: Data("png".utf8), fileName: "c.png", contentType: "image/png")
        _ = try await photos.createAlbumMultipart(body: CreateAlbumMultipartBody(title: "A", cover: cover))
        #expect(try studio.last().header("Content-Type")?.hasPrefix("multipart/form-data; boundary=") == true)
        #expect(try studio.last().text.contains("name=\"cover\"; filename=\"c.png\""))
        _ = try await photos.createAlbumText(body: "A")
        #expect(try studio.last().header("Content-Type") == "text/plain; charset=utf-8")
        _ = try await photos.createAlbumMixed(body: album)
        #expect(try studio.last().header("Content-Type")?.hasPrefix("multipart/mixed; boundary=") == true)
        #expect(try studio.last().text.contains("Content-Disposition: inline; name=\"title\"\r\n\r\nA b\r\n"))
        #expect(try !studio.last().text.contains("form-data"))
    }

    @Test("the parts of multipart/related have identifiers, and the first one determines the type")
    func related() async throws {
        let studio = Studio(.status(204))
        let file = FilePart(data: Data("png".utf8), fileName: "a.png", contentType: "image/png")
        try await studio.client.photos.import(body: ImportPhotoBody(about: Photo(id: 1), file: file))
        let request = try studio.last()
        let type = try #require(request.header("Content-Type"))
        #expect(type.hasPrefix(#"multipart/related; type="application/json"; boundary="#))
        let boundary = try #require(type.components(separatedBy: "boundary=").last)
        #expect(
            request.text == """
                --\(boundary)\r\nContent-Type: application/json\r\nContent-ID: <about>\r
                Content-Disposition: inline; name="about"\r\n\r\n{"id":1}\r
                --\(boundary)\r\nContent-Type: image/png\r\nContent-ID: <file>\r
                Content-Disposition: attachment; name="file"; filename="a.png"\r\n\r\npng\r\n--\(boundary)--\r

                """
        )
    }

    @Test("each success status with its own body is a case, and an undocumented one is an error")
    func statuses() async throws {
        let studio = Studio(
            .json(#"{"text":"a"}"#),
            .json(#"{"text":"b"}"#, status: 201),
            .json(#"{"value":1}"#, status: 202),
            .status(204),
            .json(#"{"text":"c"}"#, status: 203)
        )
        let jobs = studio.client.jobs
        guard case .ok(let done) = try await jobs.start(), case .created(let created) = try await jobs.start(),
            case .accepted(let reading) = try await jobs.start(), case .noContent = try await jobs.start()
        else {
            Issue.record("A status has another case.")
            return
        }
        #expect(done.text == "a" && created.text == "b" && reading.value == 1)
        await #expect(throws: StartJobError.self) { try await jobs.start() }
    }

    @Test("a header field has the type that its response documents")
    func headers() async throws {
        let cost = try #require(HTTPField.Name("X-Cost"))
        let studio = Studio(
            .json(#"{"text":"a"}"#, headers: [cost: "5"]),
            .json(#"{"text":"a"}"#, status: 201, headers: [cost: "five"]),
            .json(#"{"text":"a"}"#, headers: [cost: "6"])
        )
        let jobs = studio.client.jobs
        let done: APIResponse<StartJobResponse> = try await jobs.withResponse { try await $0.start() }
        let number: Int? = try done.header(StudioHeaders.StartJobOk.xCost)
        #expect(number == 5)
        let created = try await jobs.withResponse { try await $0.start() }
        let text: String? = try created.header(StudioHeaders.StartJobCreated.xCost)
        #expect(text == "five")
        let found = try await jobs.withResponse { try await $0.find() }
        let other: Int? = try found.header(StudioHeaders.FindJob.xCost)
        #expect(other == 6)
        #expect(try found.header(StudioHeaders.xCost) == "6")
    }
}
