import APIRuntime
import APIServer
import APIXML
import Foundation
import HTTPTypes
import Hummingbird
import Testing
import URLSessionTransport
import XMLAPI

@testable import XMLServer

/// Tests of a generated client and a generated server whose bodies are XML.
@Suite("XML from client to server", .timeLimit(.minutes(1)))
struct XMLServerTests {

    /// A library that returns the received values.
    private struct Library: BooksService, MediaService {
        func add(body: Book, request: ServerRequest) async throws -> ServerResponse<Book> {
            guard body.title != "none" else { throw AddBookError.badRequest(Fault(code: 4, message: "a & b")) }
            return ServerResponse(body)
        }

        func replace(body: [Author], request: ServerRequest) async throws -> ServerResponse<Void> {
            guard body.map(\.name) == ["x", "y"] else { throw UnreadableInput(.body, "", .missing) }
            return .empty()
        }

        func list(request: ServerRequest) async throws -> ServerResponse<[Book]> {
            ServerResponse([Book(id: 1, title: "a", ratings: [5]), Book(id: 2, title: "b", language: .de)])
        }

        func either(request: ServerRequest) async throws -> ServerResponse<Author> {
            guard request.headers[.from] == nil else { throw EitherError.notFound(XMLServerTests.refusal) }
            return ServerResponse(Author(name: "n", born: 1815))
        }

        func putShelf(body: [Author], request: ServerRequest) async throws -> ServerResponse<[Author]> {
            ServerResponse(body)
        }

        func putReview(body: Review, request: ServerRequest) async throws -> ServerResponse<Review> {
            ServerResponse(body)
        }

        func importReviews(
            body: [ImportReviewsBodyItem]?,
            request: ServerRequest
        ) async throws -> ServerResponse<ImportReviewsResponse> {
            guard let code = body?.first?.code else { return ServerResponse(.accepted) }
            return ServerResponse(.ok(Review(score: 1, text: code)))
        }

        func raw(request: ServerRequest) async throws -> ServerResponse<String> { ServerResponse("<a/>") }

        func putMedium(body: Medium, request: ServerRequest) async throws -> ServerResponse<[Medium]> {
            ServerResponse([.tape(Tape()), body])
        }

        func grant(body: Grantee, request: ServerRequest) async throws -> ServerResponse<Void> {
            guard body == XMLServerTests.grantee else { throw UnreadableInput(.body, "", .missing) }
            return .empty()
        }
    }

    private func run<T>(_ body: (XMLClient) async throws -> T) async throws -> T {
        let router = Router()
        let routes = ServerRoutes(router, options: ServerOptions(bodyCodecs: [XMLBodyCodec()]))
        Library().addBooksRoutes(to: routes)
        Library().addMediaRoutes(to: routes)
        return try await LoopbackApplication.run(router) { url in
            var configuration = ClientConfiguration(transport: .urlSession)
            configuration.bodyCodecs = [XMLBodyCodec()]
            return try await body(XMLClient(servers: XMLServers(main: url), configuration: configuration))
        }
    }

    private static let refusal = Refusal(
        reason: "a & b",
        codes: [1, 2],
        origins: ["x": [["1", "2"], ["3"]]],
        additionalProperties: ["more": 7]
    )

    private static let grantee = Grantee(
        type: "Group",
        role: "r",
        rank: 2,
        id: "1",
        proxy: Grantee(type: "User"),
        note: "n"
    )

    /// Returns the server's fault for a book.
    private func fault(_ client: XMLClient) async -> Fault? {
        do {
            _ = try await client.books.add(body: Book(id: 1, title: "none"))
            return nil
        } catch .badRequest(let fault) {
            return fault
        } catch {
            Issue.record(error)
            return nil
        }
    }

    /// Returns the server's refusal in XML.
    private func refusal(_ client: XMLClient) async -> Refusal? {
        var options = CallOptions()
        options.headers[.from] = "nobody"
        do {
            _ = try await client.books.eitherXML(options: options)
            return nil
        } catch .notFound(let refusal) {
            return refusal
        } catch {
            Issue.record(error)
            return nil
        }
    }

    @Test("a server decodes attributes and namespaced elements as a client encoded them")
    func namespaces() async throws {
        try await run { client in try await client.media.grant(body: Self.grantee) }
    }

    @Test("a server's method receives and returns JSON and XML of one schema, as each request asks")
    func syntaxes() async throws {
        try await run { client in
            let review = Review(score: 5, text: "a & b", scripts: [Script(code: "x < y")])
            #expect(try await client.books.putReview(body: review) == review)
            #expect(try await client.books.putReviewXML(body: review) == review)
            // Each syntax of the request with each syntax of the response.
            for (isXML, accept) in [(true, "application/json"), (false, "application/xml"), (true, "*/*")] {
                var options = CallOptions()
                options.headers[.accept] = accept
                let response = try await client.books.withResponse { books in
                    isXML
                        ? try await books.putReviewXML(body: review, options: options)
                        : try await books.putReview(body: review, options: options)
                }
                #expect(response.body == review)
                let expected = accept == "*/*" ? "application/xml" : accept
                #expect(response.header("Content-Type")?.hasPrefix(expected) == true)
            }
            #expect(try await client.books.eitherXML() == Author(name: "n", born: 1815))
            let imported = try await client.books.importReviewsXML(body: [.init(code: "c")])
            guard case .ok(let stored) = imported else { throw UnreadableInput(.body, "", .missing) }
            #expect(stored == Review(score: 1, text: "c"))
        }
    }

    @Test("a failure that is documented in JSON and XML has the syntax that the request asks for")
    func failureSyntaxes() async throws {
        let options = ServerOptions(bodyCodecs: [XMLBodyCodec()])
        try await RawServer.run(options: options, Library().addBooksRoutes) { server in
            for type in ["application/json", "application/xml"] {
                let reply = try await server.send(.get, "/either", [.accept: type, .from: "nobody"])
                #expect(reply.status == 404)
                #expect(reply.headers[.contentType] == type)
            }
        }
        try await run { client in #expect(await refusal(client) == Self.refusal) }
    }

    @Test("the root element of a list has the name of its component, and a server refuses any other")
    func roots() async throws {
        let options = ServerOptions(bodyCodecs: [XMLBodyCodec()])
        let shelf = "<Shelf><author><name>x</name></author></Shelf>"
        let prefixed = "<s:Shelf xmlns:s='urn:s'><author><name>x</name></author></s:Shelf>"
        try await RawServer.run(options: options, Library().addBooksRoutes) { server in
            for body in [shelf, shelf.lowercased(), prefixed] {
                let reply = try await server.send(.put, "/shelf", [.contentType: "application/xml"], body: body)
                #expect(reply.status == 200)
                #expect(reply.text.hasSuffix(shelf))
            }
            let other = "<nope xmlns='urn:x'/>"
            #expect(try await server.send(.put, "/shelf", [.contentType: "application/xml"], body: other).status == 400)
        }
    }

    @Test("models, lists, unions and failures are sent to a server and returned in XML")
    func roundTrip() async throws {
        try await run { client in
            let book = Book(
                id: 7,
                title: "A & B <1>",
                language: .de,
                price: Decimal(string: "12.5"),
                keywords: ["one", "two"],
                ratings: [5, 4],
                editors: [Author(name: "Bob", born: 1900)],
                sequel: Book(id: 8, title: "C"),
                counters: ["read": 3]
            )
            #expect(try await client.books.add(body: book) == book)
            #expect(try await client.books.list().map(\.ratings) == [[5], nil])
            try await client.books.replace(body: [Author(name: "x"), Author(name: "y")])
            #expect(try await client.books.either() == Author(name: "n", born: 1815))
            #expect(try await client.books.raw() == "<a/>")
            #expect(try await client.books.putShelf(body: [Author(name: "x")]) == [Author(name: "x")])
            let disc = Medium.disc(Disc(tracks: 9))
            #expect(try await client.media.putMedium(body: disc) == [.tape(Tape()), disc])
            #expect(await fault(client) == Fault(code: 4, message: "a & b"))
        }
    }
}
