@_spi(Generated) import APIRuntime
import APITesting
import HTTPTypes
import Testing

/// A transport that follows redirects as the real ones do, over scripted responses.
struct FollowingTransport: HTTPTransport {
    let script: ScriptedTransport
    var policy = RedirectPolicy()

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        try await policy.follow(request) { next throws(TransportError) in try await script.send(next) }
    }
}

@Suite("Redirects that are results", .timeLimit(.minutes(1)))
struct FinalRedirectTests {
    /// A server whose note is at another URL, which a cache may store.
    private let script = ScriptedTransport { request in
        let fields: HTTPFields = [.location: "/v1/other", .cacheControl: "max-age=60"]
        return request.path == "/v1/notes/1" ? .status(302, headers: fields) : .status(204)
    }

    private static func call(_ finalRedirects: [Int]) -> OperationCall {
        var call = Wire.get()
        call.finalRedirects = finalRedirects
        return call
    }

    @Test("a call receives a redirect that is the result of its operation, and follows any other")
    func results() async throws {
        let sender = try Wire.sender(FollowingTransport(script: script))
        #expect(await Wire.outcome(sender, Self.call([302])) == "undocumented")
        #expect(script.requests.map(\.path) == ["/v1/notes/1"])
        #expect(await Wire.outcome(sender, Self.call([301, 303])) == "success")
        #expect(script.requests.count == 3)
    }

    @Test("an option of the call decides whether redirects are followed")
    func options() async throws {
        let sender = try Wire.sender(FollowingTransport(script: script))
        #expect(await Wire.outcome(sender, Self.call([302]), CallOptions(followsRedirects: true)) == "success")
        #expect(await Wire.outcome(sender, Self.call([]), CallOptions(followsRedirects: false)) == "undocumented")
    }

    @Test("a stored redirect is not the response to a call that follows redirects")
    func cache() async throws {
        let sender = try Wire.sender(FollowingTransport(script: script)) { $0.cache = ResponseCache() }
        for _ in 0..<2 { #expect(await Wire.outcome(sender, Self.call([302])) == "undocumented") }
        #expect(script.requests.count == 1)
        #expect(await Wire.outcome(sender, Self.call([302]), CallOptions(followsRedirects: true)) == "success")
        #expect(script.requests.count == 3)
    }
}
