import APIRuntime
import Foundation
import HTTPTypes
import Testing

@Suite("Redirect security")
struct RedirectPolicyTests {
    private func next(
        _ location: String,
        status: Int = 302,
        method: HTTPRequest.Method = .get,
        from scheme: String = "https",
        body: HTTPBody? = nil,
        policy: RedirectPolicy = RedirectPolicy()
    ) throws(TransportError) -> TransportRequest? {
        var head = HTTPRequest(method: method, scheme: scheme, authority: "a.example", path: "/x/y?q=1")
        head.headerFields = [.authorization: "t", .cookie: "c", .custom: "k", .accept: "a"]
        let response = HTTPResponse(status: .init(code: status), headerFields: [.location: location])
        return try policy.next(after: response, to: TransportRequest(head, body: body), hop: 0)
    }

    @Test(
        "Location is resolved relative to the request",
        arguments: [
            ("/z", "https://a.example/z"), ("z?r=2", "https://a.example/x/z?r=2"),
            ("?r=2", "https://a.example/x/y?r=2"),
            ("https://A.example:443/z#part", "https://a.example/z"), ("//b.example/z", "https://b.example/z"),
            ("../z", "https://a.example/z"),
        ]
    )
    func places(_ location: String, _ expected: String) throws {
        #expect(try next(location)?.url == expected)
    }

    @Test(
        "unsupported Location URLs are refused",
        arguments: [
            "http://a.example/z", "ftp://a.example/z", "javascript:alert(1)", "https:///z", "file:///etc/passwd",
        ]
    )
    func refused(_ location: String) throws {
        let error = #expect(throws: TransportError.self) { try next(location) }
        #expect(error?.code == .redirectRefused)
    }

    @Test(
        "a redirect to another origin keeps only uncritical header fields",
        arguments: [
            ("https://b.example/", 1), ("https://a.example:8443/", 1), ("https://sub.a.example/", 1), ("/z", 4),
        ]
    )
    func fields(_ location: String, _ count: Int) throws {
        #expect(try next(location)?.head.headerFields.count == count)
    }

    @Test("a redirect from http to https of the same host changes the origin")
    func upgrade() throws {
        #expect(try next("https://a.example/", from: "http")?.head.headerFields.count == 1)
    }

    @Test(
        "a redirect that changes the method is the response within its origin, and refused across origins",
        arguments: [(301, "POST"), (302, "POST"), (303, "POST"), (303, "PUT"), (303, "DELETE"), (303, "PATCH")]
    )
    func changedMethods(_ status: Int, _ method: String) throws {
        let method = try #require(HTTPRequest.Method(method))
        let isResponse = try next("/z", status: status, method: method) == nil
        #expect(isResponse)
        for policy in [RedirectPolicy(), RedirectPolicy(changesMethod: true)] {
            let error = #expect(throws: TransportError.self) {
                try next("https://b.example/", status: status, method: method, policy: policy)
            }
            #expect(error?.code == .redirectRefused)
        }
    }

    @Test(
        "a redirect to a URL that no transport can send is refused",
        arguments: ["https://a.example:65536/", "https://a.example:0/", "https://a.example:99999999999/"]
    )
    func unsendable(_ location: String) throws {
        let error = #expect(throws: TransportError.self) { try next(location) }
        #expect(error?.code == .redirectRefused)
        #expect(error?.sent == .everything)
    }

    @Test(
        "with changesMethod, each redirect status determines the next method",
        arguments: [
            (301, "POST", "GET"), (302, "POST", "GET"), (303, "PUT", "GET"), (303, "HEAD", "HEAD"),
            (307, "POST", "POST"),
            (308, "DELETE", "DELETE"), (302, "PUT", "PUT"),
        ]
    )
    func methods(_ status: Int, _ method: String, _ expected: String) throws {
        let method = try #require(HTTPRequest.Method(method))
        let request = try next(
            "/z",
            status: status,
            method: method,
            body: method == .head ? nil : .bytes([1]),
            policy: RedirectPolicy(changesMethod: true)
        )
        #expect(request?.head.method.rawValue == expected)
        #expect((request?.body == nil) == (expected == "GET" || expected == "HEAD"))
    }

    @Test("other statuses are returned as responses", arguments: [200, 300, 304, 305, 306, 400])
    func responses(_ status: Int) throws {
        let isResponse = try next("/z", status: status) == nil
        #expect(isResponse)
    }
}

extension HTTPField.Name {
    /// A nonstandard header field: `X-Custom`.
    fileprivate static let custom = HTTPField.Name("X-Custom") ?? .cookie
}
