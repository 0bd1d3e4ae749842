import APIRuntime
import Foundation
import HTTPTypes
import NotesAPI
import Testing

@testable import APIServer

@Suite("Credentials of received requests")
struct SecurityTests {

    /// The verdicts by the values of credentials, and the credentials that were checked.
    private final class Checker: Sendable {
        let seen = LockedState<[String]>([])

        var security: ServerSecurity {
            .checked { credential, _ in
                self.seen.withLock { $0.append(credential.scheme) }
                switch credential.value {
                case .bearer("good"), .key("good"), .basic(user: "u", password: "p:w"):
                    return .accepted(as: credential.scheme)
                case .bearer("weak"), .key("weak"): return .forbidden
                case .key("broken"): throw CancellationError()
                case .other: return .accepted
                default: return .refused
                }
            }
        }
    }

    private static let token = RouteSecurity.Scheme.bearer("token", scopes: "read", "write")
    private static let header = RouteSecurity.Scheme.header("key", field: "X-Key")
    private static let query = RouteSecurity.Scheme.query("code", parameter: "code")
    private static let cookie = RouteSecurity.Scheme.cookie("session", cookie: "sid")
    private static let basic = RouteSecurity.Scheme.basic("login")

    private func reply(
        _ requirement: RouteSecurity,
        _ headers: HTTPFields = [:],
        query: String = "",
        checker: Checker = Checker()
    ) async throws -> RawReply {
        try await RawServer.run { routes in
            let routes = routes.shared(security: requirement, checkedBy: checker.security)
            routes.json("sample", .post, "/sample") { input in
                ServerResponse(try input.request().credentials.map(\.scheme))
            }
        } _: { server async throws in
            try await server.send(.post, "/sample\(query)", headers, body: "{")
        }
    }

    @Test("a credential is found at the location of its scheme")
    func locations() async throws {
        let accepted: [(RouteSecurity.Scheme, HTTPFields, String)] = [
            (Self.token, [.authorization: "Bearer good"], ""),
            (Self.token, [.authorization: "bearer good"], ""),
            (Self.basic, [.authorization: "Basic \(Data("u:p:w".utf8).base64EncodedString())"], ""),
            (Self.header, [try #require(HTTPField.Name("X-Key")): "good"], ""),
            (Self.query, [:], "?code=g%6Fod"),
            (Self.cookie, [.cookie: "a=b; sid=good"], ""),
            (.other("mutualTLS"), [:], ""),
        ]
        for (scheme, headers, query) in accepted {
            let reply = try await reply(.anyOf([scheme]), headers, query: query)
            #expect(reply.status == 200 && reply.text == "[\"\(scheme.name)\"]", "\(scheme) \(reply.text)")
            let none = try await self.reply(.anyOf([scheme]), [.authorization: "Digest x"])
            #expect(none.status == (scheme.placement == nil ? 200 : 401), "\(scheme)")
        }
    }

    private func queries(_ options: ServerOptions, _ security: ServerSecurity, _ query: String) async throws -> RawReply
    {
        try await RawServer.run(options: options) { routes in
            let routes = routes.shared(security: .anyOf([Self.query], [Self.token]), checkedBy: security)
            routes.json("sample", .get, "/sample") { input in
                let limit: Int? = try input.query("limit")
                let request = try input.request()
                return ServerResponse(request.credentials.map(\.scheme) + (limit.map { ["\($0)"] } ?? []))
            }
            routes.json("map", .get, "/map") { input in
                let others: [String: String]? = try input.query("others")
                return ServerResponse(others ?? [:])
            }
        } _: { server async throws in
            try await server.send(.get, query)
        }
    }

    @Test("a key in the query is a documented parameter, whoever checks it")
    func keysInQueries() async throws {
        var options = ServerOptions(unknownParameters: .refused)
        let checked = Checker().security
        #expect(try await queries(options, checked, "/sample?code=good&limit=1").text == #"["code","1"]"#)
        #expect(try await queries(options, checked, "/sample?code=bad").status == 401)
        #expect(try await queries(options, checked, "/sample?code=good&Code=x").status == 400)
        #expect(try await queries(options, checked, "/sample?code=good&other=x").status == 400)
        #expect(try await queries(options, .unchecked, "/sample?code=any").text == "[]")
        #expect(try await queries(options, checked, "/map?code=good&a=1").text == #"{"a":"1"}"#)
        options.ignoresCaseOfQueryNames = true
        #expect(try await queries(options, checked, "/sample?CODE=good").text == #"["code"]"#)
    }

    @Test("a missing or refused credential is 401 with challenges, and an insufficient one is 403")
    func statuses() async throws {
        let missing = try await reply(.anyOf([Self.token], [Self.basic]))
        #expect(missing.status == 401)
        #expect(
            missing.headers[values: .wwwAuthenticate].joined(separator: ", ").contains(
                "Bearer realm=\"api\", scope=\"read write\""
            )
        )
        #expect(missing.headers[values: .wwwAuthenticate].joined(separator: ", ").contains("Basic realm=\"api\""))
        let refused = try await reply(.anyOf([Self.token]), [.authorization: "Bearer s3cret"])
        #expect(refused.status == 401 && !refused.text.contains("s3cret"))
        #expect(refused.headers[.wwwAuthenticate]?.contains("error=\"invalid_token\"") == true)
        let weak = try await reply(.anyOf([Self.token]), [.authorization: "Bearer weak"])
        #expect(weak.status == 403)
        #expect(weak.headers[.wwwAuthenticate]?.contains("error=\"insufficient_scope\"") == true)
    }

    @Test("all schemes of one alternative are needed, and any alternative is sufficient")
    func alternatives() async throws {
        let key = try #require(HTTPField.Name("X-Key"))
        let both = RouteSecurity.anyOf([Self.header, Self.query], [Self.token])
        let received101 = try await reply(both, [key: "good"]).status
        #expect(received101 == 401)
        let received102 = try await reply(both, [key: "good"], query: "?code=bad").status
        #expect(received102 == 401)
        let received103 = try await reply(both, [key: "good"], query: "?code=weak").status
        #expect(received103 == 403)
        let received104 = try await reply(both, [key: "good"], query: "?code=good").text
        #expect(received104 == #"["key","code"]"#)
        let received105 = try await reply(both, [key: "bad", .authorization: "Bearer good"]).text
        #expect(received105 == #"["token"]"#)
        let checker = Checker()
        let twice = RouteSecurity.anyOf([Self.header, Self.query], [Self.header, Self.cookie])
        _ = try await reply(twice, [key: "good", .cookie: "sid=bad"], query: "?code=bad", checker: checker)
        #expect(checker.seen.withLock { $0 } == ["key", "code", "session"])
    }

    @Test("optional credentials may be absent, but not wrong")
    func optional() async throws {
        let optional = RouteSecurity.anyOf([Self.token], [])
        let received106 = try await reply(optional).text
        #expect(received106 == "[]")
        let received107 = try await reply(optional, [.authorization: "Bearer good"]).text
        #expect(received107 == #"["token"]"#)
        let received108 = try await reply(optional, [.authorization: "Bearer bad"]).status
        #expect(received108 == 401)
        let received109 = try await reply(.open, [.authorization: "Bearer bad"]).text
        #expect(received109 == "[]")
    }

    @Test("a request is not handled if the check fails")
    func broken() async throws {
        let key = try #require(HTTPField.Name("X-Key"))
        let reply = try await reply(.anyOf([Self.header], []), [key: "broken"])
        #expect(reply.status == 500 && reply.text.isEmpty)
    }

    @Test("credentials are checked before a body that is too long is read")
    func order() async throws {
        let checker = Checker()
        try await RawServer.run(options: ServerOptions(maximumBodyBytes: 4)) { routes in
            let routes = routes.shared(security: .anyOf([Self.token]), checkedBy: checker.security)
            routes.empty("sample", .put, "/sample") { _ in .empty() }
        } _: { server async throws in
            let long = String(repeating: "x", count: 5)
            let received110 = try await server.send(.put, "/sample", body: long).status
            #expect(received110 == 401)
            let good: HTTPFields = [.authorization: "Bearer good"]
            let received111 = try await server.send(.put, "/sample", good, body: long).status
            #expect(received111 == 413)
        }
    }

    @Test("a declined check accepts every request")
    func unchecked() async throws {
        try await RawServer.run { routes in
            let routes = routes.shared(security: .anyOf([Self.token]), checkedBy: .unchecked)
            routes.empty("sample", .get, "/sample") { _ in .empty() }
        } _: { server async throws in
            let received112 = try await server.send(.get, "/sample").status
            #expect(received112 == 204)
        }
    }

    @Test("a credential's description has no value")
    func descriptions() {
        var text = ""
        dump(PresentedCredential(scheme: "token", value: .bearer("s3cret")), to: &text)
        text += "\(PresentedCredential(scheme: "token", value: .bearer("s3cret")))"
        #expect(text.contains("token") && !text.contains("s3cret"))
    }

    @Test("the generated routes of a service check the requirements of its document")
    func generated() async throws {
        let security = ServerSecurity.checked { credential, _ in
            credential.value == .bearer("t0k3n") ? .accepted(as: credential.scheme) : .refused
        }
        try await NotesLoopback.run(NotesDouble(), security: security) { loopback in
            _ = try await loopback.client.notes.list()
            try await loopback.expect(401, "GET", "/notes")
            try await loopback.expect(401, "GET", "/notes/x")
            try await loopback.expect(200, "GET", "/account")
        }
    }
}
