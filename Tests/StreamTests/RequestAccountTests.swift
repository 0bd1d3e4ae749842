import APIRuntime
import Foundation
import HTTPTypes
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@testable import URLSessionTransport

@Suite("The end of a task of a session")
struct TaskEndTests {
    private func exchange() -> URLSessionExchange {
        let head = HTTPRequest(method: .post, scheme: "https", authority: "api.example.com", path: "/")
        return URLSessionExchange(TransportRequest(head))
    }

    private func response(_ status: Int, _ fields: [String: String] = [:]) throws -> HTTPURLResponse {
        let url = try #require(URL(string: "https://api.example.com/"))
        return try #require(
            HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
        )
    }

    @Test("a head that is known only at the end, as for uploads of a background session, completes the response")
    func lateHead() throws {
        let exchange = exchange()
        #expect(exchange.receive(Data("stored".utf8)))
        #expect(exchange.outcome == nil)
        exchange.end(try response(201, ["Content-Length": "6"]), error: nil)
        let outcome = try #require(exchange.outcome).get()
        #expect(outcome.head.status.code == 201)
        guard case .bytes(let bytes) = outcome.body else {
            Issue.record("The body has another form.")
            return
        }
        #expect(bytes == Array("stored".utf8))
    }

    @Test("a late head without a body, with a short body or with an invalid length is checked like an early one")
    func lateHeadRules() throws {
        let empty = exchange()
        empty.end(try response(204), error: nil)
        #expect(try #require(empty.outcome).get().head.status.code == 204)
        let short = exchange()
        #expect(short.receive(Data("sto".utf8)))
        short.end(try response(201, ["Content-Length": "6"]), error: nil)
        #expect(throws: TransportError.self) { try #require(short.outcome).get() }
        let odd = exchange()
        odd.end(try response(201, ["Content-Length": "six"]), error: nil)
        #expect(throws: TransportError.self) { try #require(odd.outcome).get() }
    }

    @Test("after an error, the part of the response that has arrived is not the response")
    func error() throws {
        let exchange = exchange()
        exchange.end(try response(200), error: URLError(.networkConnectionLost))
        let outcome = try #require(exchange.outcome)
        guard case .failure(let error) = outcome else {
            Issue.record("The task has succeeded.")
            return
        }
        #expect(error.code == .connection && error.sent == .everything)
        let missing = self.exchange()
        missing.end(nil, error: nil)
        #expect(throws: TransportError.self) { try #require(missing.outcome).get() }
    }
}

@Suite("The account of a request that a session sent")
struct RequestAccountTests {
    private func account(_ prepare: (URLSessionExchange) -> Void) throws -> SendAccount {
        let head = HTTPRequest(method: .post, scheme: "https", authority: "api.example.com", path: "/")
        let exchange = URLSessionExchange(TransportRequest(head))
        prepare(exchange)
        exchange.complete(URLError(.notConnectedToInternet))
        guard case .failure(let error) = try #require(exchange.outcome) else { return .everything }
        #expect(error.code == .unreachable)
        return error.sent
    }

    @Test("without a network, nothing was sent")
    func unsent() throws {
        #expect(try account { _ in }.isNothing)
    }

    @Test("a host that App Transport Security refuses receives nothing")
    func refusedBySystem() {
        let error = TransportError(urlSession: URLError(.appTransportSecurityRequiresSecureConnection))
        #expect(error.code == .unsupported && error.sent.isNothing)
    }

    @Test("a network that is lost after a part of the request was sent leaves its effect unknown")
    func sent() throws {
        #expect(try account { $0.sent(1) } == .everything)
        #expect(try account { $0.noteSent() } == .everything)
    }
}
