import APIRuntime
import APIServer
import Foundation
import HostileAPI
import Hummingbird
import Testing
import URLSessionTransport

@testable import HostileServer

/// Tests of the routes of a spec whose strings all try to break out of their context.
///
/// `fatalError()` only occurs in strings: one that became code would end the process.
@Suite("Generated server of a hostile spec")
struct HostileServerTests {

    /// A service that records its inputs.
    struct Double: TagFatalErrorImportService, ServersService {
        let seen = LockedState<[String?]>([])
        let bodies = LockedState<[any Sendable]>([])

        func getFatalError(
            partfatalError: String,
            selfValue: String,
            qFatalError: Word?,
            call2: String?,
            object: String?,
            position: String?,
            response: String?,
            next: String?,
            `where`: String?,
            u1F9E8: String?,
            مرحبا: String?,
            request: ServerRequest
        ) async throws -> ServerResponse<Thing> {
            let texts = [
                partfatalError, selfValue, qFatalError?.rawValue, call2, object, position, response, next, `where`,
                u1F9E8, مرحبا, request.operation,
            ]
            seen.withLock { $0 = texts }
            return ServerResponse(Thing(object: "\"\\(fatalError())"))
        }

        func form(body: Form, request: ServerRequest) async throws -> ServerResponse<Renewed> {
            bodies.withLock { $0.append(body) }
            throw RawServerResponse.empty(204)
        }

        func upload(body: Upload, request: ServerRequest) async throws -> ServerResponse<Void> {
            bodies.withLock { $0.append(body) }
            return .empty()
        }

        func loop(body: Loop, request: ServerRequest) async throws -> ServerResponse<Void> {
            bodies.withLock { $0.append(body) }
            return .empty()
        }

        func parts(body: Form, request: ServerRequest) async throws -> ServerResponse<Void> {
            bodies.withLock { $0.append(body) }
            return .empty()
        }

        func media(body: APIRuntime.HTTPBody, request: ServerRequest) async throws -> ServerResponse<Void> {
            bodies.withLock { $0.append(body) }
            return .empty()
        }
    }

    private func run(_ double: Double, _ body: (HostileClient) async throws -> Void) async throws {
        let router = Router()
        let routes = ServerRoutes(router)
        double.addTagFatalErrorImportRoutes(to: routes)
        double.addServersRoutes(to: routes)
        try await LoopbackApplication.run(router) { url in
            try await body(HostileClient(servers: HostileServers(all: url), transport: .urlSession))
        }
    }

    @Test("path and query strings arrive under the names in the spec")
    func parameters() async throws {
        let double = Double()
        try await run(double) { client in
            let thing = try await client.tagFatalErrorImport.getFatalError(
                partfatalError: "a/b\"",
                selfValue: "s;=,",
                qFatalError: .wFatalError,
                call2: "1",
                object: "2",
                position: "3",
                response: "4",
                next: "5",
                where: "6",
                u1F9E8: "7",
                مرحبا: "8"
            )
            #expect(thing.object == "\"\\(fatalError())")
        }
        let expected: [String?] = [
            "a/b\"", "s;=,", Word.wFatalError.rawValue, "1", "2", "3", "4", "5", "6", "7", "8",
            "get\"\\(fatalError())\n*/",
        ]
        #expect(double.seen.withLock { $0 } == expected)
    }

    @Test("form properties, with encodings and files, arrive under the names in the spec")
    func bodies() async throws {
        let double = Double()
        let form = Form(form: "f", extra: "e&=", secRetFatalError: "s", liStFatalError: ["a,b", "c"])
        try await run(double) { client in
            _ = try? await client.servers.form(body: form)
            try await client.servers.parts(body: form)
            let file = FilePart(data: Data([1, 2]), fileName: "\"(fatalError()).png")
            try await client.servers.upload(body: Upload(form: "x", part: file, naMeFatalError: "n"))
            try await client.servers.loop(body: Loop(next: .value(Loop(seven: 8))))
        }
        let bodies = double.bodies.withLock { $0 }
        try #require(bodies.count == 4)
        #expect(bodies[0] as? Form == form)
        #expect(bodies[1] as? Form == form)
        let upload = try #require(bodies[2] as? Upload)
        #expect(upload.form == "x" && upload.naMeFatalError == "n" && upload.nothing == nil)
        #expect(upload.part?.fileName == "\"(fatalError()).png")
        #expect(bodies[3] as? Loop == Loop(next: .value(Loop(seven: 8))))
    }
}
