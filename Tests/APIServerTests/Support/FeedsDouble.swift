import APIRuntime
import APIServer
import Foundation
import Hummingbird
import StudioAPI
@testable import StudioServer
import URLSessionTransport

/// A service with the operations of the golden module whose successes have several forms.
struct FeedsDouble: FeedsService {
    /// The response of `getExport`.
    var export = ServerResponse(GetExportResponse.accepted(Reply(text: "wait")))

    func exportReadings(request: ServerRequest) async throws -> ServerResponse<Reply> {
        .init(Reply(text: "done"))
    }

    func exportReadingsEvents(
        request: ServerRequest
    ) async throws -> ServerResponse<ResponseSequence<ServerSentEvent<OrderChange>>> {
        .init(ResponseSequence([ServerSentEvent(data: OrderChange(state: "running"))]))
    }

    func runExport(request: ServerRequest) async throws -> ServerResponse<ResponseSequence<Reading>> {
        .init(ResponseSequence([Reading(value: 1)]))
    }

    func runExportCreated(request: ServerRequest) async throws -> ServerResponse<ResponseSequence<Reply>> {
        .init(ResponseSequence([Reply(text: "a")]))
    }

    func runExportJSON(request: ServerRequest) async throws -> ServerResponse<Photo> {
        .init(Photo(id: 7))
    }

    func getExport(request: ServerRequest) async throws -> ServerResponse<GetExportResponse> {
        export
    }

    func convertExport(
        body: APIRuntime.HTTPBody,
        contentType: BodyMediaType,
        request: ServerRequest
    ) async throws -> ServerResponse<Data> {
        .init(Data(contentType.value.utf8))
    }

    func watchFrames(request: ServerRequest) async throws -> ServerResponse<ResponseSequence<ResponsePart<Data>>> {
        .init(ResponseSequence([ResponsePart(headers: [.contentType: "image/jpeg"], value: Data("JPEG".utf8))]))
    }

    func watchNotices(
        request: ServerRequest
    ) async throws -> ServerResponse<ResponseSequence<ServerSentEvent<WatchNoticesEvent>>> {
        let text = WatchNoticesEvent.string(.init(data: "\"q\""))
        let json = WatchNoticesEvent.json(.init(data: Reading(value: 1)))
        return .init(ResponseSequence([text, json].map { ServerSentEvent(data: $0) }))
    }

    func watchComposed(
        request: ServerRequest
    ) async throws -> ServerResponse<ResponseSequence<ServerSentEvent<Reading>>> {
        .init(ResponseSequence([ServerSentEvent(name: "reading", data: Reading(value: 2))]))
    }

    func watchEntries(
        request: ServerRequest
    ) async throws -> ServerResponse<ResponseSequence<ServerSentEvent<WatchEntriesEvent>>> {
        .init(ResponseSequence([ServerSentEvent(data: WatchEntriesEvent(id: 1, data: Reading(value: 3)))]))
    }

    func watchStates(
        request: ServerRequest
    ) async throws -> ServerResponse<ResponseSequence<ServerSentEvent<WatchStatesEvent>>> {
        .init(ResponseSequence([ServerSentEvent(data: .open)]))
    }

    /// Starts a server of the service, and runs a closure with a client for it.
    func run<Result>(_ body: (FeedsOperations) async throws -> Result) async throws -> Result {
        let router = Router()
        addFeedsRoutes(to: ServerRoutes(router, options: ServerOptions()))
        return try await LoopbackApplication.run(router) { url in
            var configuration = ClientConfiguration(transport: .urlSession)
            configuration.retry = .never
            return try await body(StudioClient(servers: StudioServers(all: url), configuration: configuration).feeds)
        }
    }
}
