import APIRuntime
import APIServer
import Foundation
import HTTPTypes
import Hummingbird
import StudioAPI
@testable import StudioServer
import URLSessionTransport

/// A service of the golden module for media types, which records what it receives.
struct StudioDouble: OrdersService, PhotosService, ReadingsService, JobsService {
    let seen = LockedState<[String]>([])

    private func note(_ text: String) {
        seen.withLock { $0.append(text) }
    }

    func watch(
        orderId: Int,
        request: ServerRequest
    ) async throws -> ServerResponse<ResponseSequence<ServerSentEvent<OrderChange>>> {
        guard orderId == 1 else { throw WatchOrderError.notFound(Problem(title: "No order \(orderId)")) }
        let changes = ["a\nb", "c"].map { OrderChange(state: $0) }
        let events = changes.enumerated().map { ServerSentEvent(name: "change", id: "\($0.offset)", data: $0.element) }
        return .init(ResponseSequence(events))
    }

    func readLog(
        request: ServerRequest
    ) async throws -> ServerResponse<ResponseSequence<ServerSentEvent<String>>> {
        .init(ResponseSequence([ServerSentEvent(data: "one\ntwo"), ServerSentEvent(data: "")]))
    }

    func createChat(body: CreateChatBody, request: ServerRequest) async throws -> ServerResponse<Reply> {
        .init(Reply(text: body.text))
    }

    func createChatEvents(
        body: CreateChatBody,
        request: ServerRequest
    ) async throws -> ServerResponse<ResponseSequence<ServerSentEvent<CreateChatEvent>>> {
        let part = ReplyPart(data: ReplyPart.DataValue(text: body.text))
        return .init(
            ResponseSequence([
                ServerSentEvent(data: .part(part)), ServerSentEvent(data: .end(ReplyEnd(data: "end"))),
            ])
        )
    }

    func upload(
        body: APIRuntime.HTTPBody,
        contentType: BodyMediaType,
        request: ServerRequest
    ) async throws -> ServerResponse<Photo> {
        var count = 0
        for try await chunk in body.chunks() { count += chunk.count }
        return .init(Photo(id: count, title: contentType.value))
    }

    func get(id: Int, request: ServerRequest) async throws -> ServerResponse<Photo> {
        .init(Photo(id: id))
    }

    func getImage(
        id: Int,
        accept: BodyMediaType,
        request: ServerRequest
    ) async throws -> ServerResponse<Data> {
        .init(accept == .jpeg ? Data([4, 5]) : Data([1, 2, 3]))
    }

    func getCSV(id: Int, request: ServerRequest) async throws -> ServerResponse<String> {
        .init("id\n\(id)")
    }

    func getStudioShort(
        id: Int,
        request: ServerRequest
    ) async throws -> ServerResponse<GetPhotoStudioShortResponse> {
        .init(GetPhotoStudioShortResponse(title: "short"))
    }

    func replace(
        id: Int,
        body: APIRuntime.HTTPBody,
        contentType: BodyMediaType,
        request: ServerRequest
    ) async throws -> ServerResponse<Void> {
        note(contentType.value)
        switch id {
        case 1: return .empty()
        case 404: throw ReplacePhotoError.notFound(Problem(title: "No photo"))
        case 405: throw ReplacePhotoError.notFoundHTML("<h1>Gone</h1>")
        default: throw ReplacePhotoError.otherPDF(status: id, Data([37, 80, 68, 70]))
        }
    }

    func change(id: Int, body: PhotoPatch, request: ServerRequest) async throws -> ServerResponse<Photo> {
        .init(Photo(id: id, title: "merged"))
    }

    func changeJSONPatch(
        id: Int,
        body: [PatchStep],
        request: ServerRequest
    ) async throws -> ServerResponse<Photo> {
        .init(Photo(id: id, title: body.map(\.op).joined()))
    }

    func changeStudioTitle(
        id: Int,
        body: ChangePhotoStudioTitleBody,
        request: ServerRequest
    ) async throws -> ServerResponse<Photo> {
        .init(Photo(id: id, title: body.title))
    }

    func download(id: Int, size: String?, request: ServerRequest) async throws -> ServerResponse<Data> {
        let rest = LockedState(id)
        let body = BodyStream(length: nil, isReplayable: false) {
            BodyChunks {
                rest.withLock { left in
                    guard left > 0 else { return nil }
                    left -= 1
                    return [UInt8](repeating: UInt8(left % 256), count: 1_024)
                }
            }
        }
        return .streaming(.stream(body))
    }

    func setVideo(
        id: Int,
        body: APIRuntime.HTTPBody,
        request: ServerRequest
    ) async throws -> ServerResponse<Void> {
        var count = 0
        for try await chunk in body.chunks() { count += chunk.count }
        note("\(count)")
        return .empty()
    }

    func `import`(body: ImportPhotoBody, request: ServerRequest) async throws -> ServerResponse<Void> {
        note("\(body.about.id) \(body.file.fileName ?? "-") \(body.file.contentType)")
        return .empty()
    }

    func createAlbum(body: Album, request: ServerRequest) async throws -> ServerResponse<String> {
        .init("json \(body.title)")
    }

    func createAlbumForm(body: Album, request: ServerRequest) async throws -> ServerResponse<String> {
        .init("form \(body.title) \(body.year ?? 0)")
    }

    func createAlbumMultipart(
        body: CreateAlbumMultipartBody,
        request: ServerRequest
    ) async throws -> ServerResponse<String> {
        .init("multipart \(body.title) \(body.cover?.fileName ?? "-")")
    }

    func createAlbumMixed(body: Album, request: ServerRequest) async throws -> ServerResponse<String> {
        .init("mixed \(body.title) \(body.year ?? 0)")
    }

    func createAlbumText(body: String, request: ServerRequest) async throws -> ServerResponse<String> {
        .init("text \(body)")
    }

    func list(
        request: ServerRequest
    ) async throws -> ServerResponse<ResponseSequence<Reading>> {
        .init(ResponseSequence([1, 2].map { Reading(value: $0) }))
    }

    func listSequence(
        request: ServerRequest
    ) async throws -> ServerResponse<ResponseSequence<Reading>> {
        .init(ResponseSequence([3, 4].map { Reading(value: $0) }))
    }

    func listMixed(
        request: ServerRequest
    ) async throws -> ServerResponse<ResponseSequence<ResponsePart<Reading>>> {
        .init(ResponseSequence([5, 6].map { ResponsePart(value: Reading(value: $0)) }))
    }

    func add(
        body: BodyItems<Reading>,
        request: ServerRequest
    ) async throws -> ServerResponse<Double> {
        var sum = 0.0
        for try await reading in body { sum += reading.value }
        return .init(sum)
    }

    func addSequence(
        body: BodyItems<Reading>,
        request: ServerRequest
    ) async throws -> ServerResponse<Double> {
        var product = 1.0
        for try await reading in body { product *= reading.value }
        return .init(product)
    }

    func watchCamera(
        request: ServerRequest
    ) async throws -> ServerResponse<ResponseSequence<ResponsePart<Data>>> {
        .init(ResponseSequence([ResponsePart(headers: [.contentType: "image/jpeg"], value: Data([7, 13, 10]))]))
    }

    func start(request: ServerRequest) async throws -> ServerResponse<StartJobResponse> {
        .init(.accepted(Reading(value: 1)))
    }

    func find(request: ServerRequest) async throws -> ServerResponse<FindJobResponse> {
        .init(.noContent)
    }

    /// Starts a server of the service, and runs a closure with a client for it.
    func run<Result>(_ body: (StudioClient, URL) async throws -> Result) async throws -> Result {
        let router = Router()
        let routes = ServerRoutes(router, options: ServerOptions(maximumBodyBytes: 1_000))
        addOrdersRoutes(to: routes)
        addPhotosRoutes(to: routes)
        addReadingsRoutes(to: routes)
        addJobsRoutes(to: routes)
        return try await LoopbackApplication.run(router) { url in
            var configuration = ClientConfiguration(transport: .urlSession)
            configuration.retry = .never
            return try await body(StudioClient(servers: StudioServers(all: url), configuration: configuration), url)
        }
    }
}
