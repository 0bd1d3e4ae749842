import APIRuntime
import Foundation
import HTTPTypes
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@testable import URLSessionTransport

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

    @Test("a network that is lost after a part of the request was sent leaves its effect unknown")
    func sent() throws {
        #expect(try account { $0.sent(1) } == .everything)
        #expect(try account { $0.noteSent() } == .everything)
    }
}
