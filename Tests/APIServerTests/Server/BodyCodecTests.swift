@_spi(Generated) import APIRuntime
import APIServer
import Foundation
import HTTPTypes
import Hummingbird
import NotesAPI
import Testing
import URLSessionTransport

@Suite("Bodies with a codec")
struct BodyCodecTests {

    /// A codec that wraps JSON in an element, as a substitute for XML.
    struct Wrapping: BodyCodec {
        func handles(_ mediaType: String) -> Bool { mediaType.hasSuffix("xml") }

        func encode(
            _ value: JSONValue,
            as type: any JSONCodable.Type,
            root: String?
        ) throws(TransportError) -> [UInt8] {
            Array("<\(type)>".utf8) + JSONCoding.encode(value) + Array("</\(type)>".utf8)
        }

        func decode(
            _ body: [UInt8],
            as type: any JSONCodable.Type,
            root: String?
        ) throws(DecodingFailure) -> JSONValue {
            let text = String(decoding: body, as: UTF8.self)
            guard text.hasPrefix("<\(type)>"), text.hasSuffix("</\(type)>") else {
                throw DecodingFailure(.syntax, "no such element")
            }
            return try JSONCoding.decode(from: Array(text.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" }.utf8))
        }
    }

    private func send(_ body: String, _ options: ServerOptions) async throws -> (Int, String?, String) {
        let router = Router()
        let routes = ServerRoutes(router, options: options).medium(receives: ["application/xml"])
        routes.json("echo", .post, "/echo", type: "application/xml", failures: "application/problem+xml") { input in
            let label: Label? = try input.json()
            guard let label, label.name != "none" else { throw GetNoteError.notFound(Problem(title: "none")) }
            return ServerResponse(label)
        }
        return try await LoopbackApplication.run(router) { url in
            var head = HTTPRequest(method: .post, scheme: "http", authority: url.authority, path: "/echo")
            head.headerFields[.contentType] = "application/xml; charset=utf-8"
            let request = TransportRequest(head, body: .bytes(Array(body.utf8)))
            let response = try await URLSessionTransport.shared.send(request)
            let bytes = try await response.body.collect(upTo: 1000)
            let type = response.head.headerFields[.contentType]
            return (response.head.status.code, type, String(decoding: bytes, as: UTF8.self))
        }
    }

    @Test("requests, responses and documented failures use the codec of their media type")
    func codec() async throws {
        let options = ServerOptions(bodyCodecs: [Wrapping()])
        let reply = try await send(#"<Label>{"name":"a"}</Label>"#, options)
        #expect(reply == (200, "application/xml", #"<Label>{"name":"a"}</Label>"#))
        let failure = try await send(#"<Label>{"name":"none"}</Label>"#, options)
        #expect(failure == (404, "application/problem+xml", #"<Problem>{"title":"none"}</Problem>"#))
        #expect(try await send("<Other/>", options).0 == 400)
    }

    /// An account with a property that only requests contain.
    private struct Account: JSONModel {
        var name: String
        var password: String?

        static let keys: ObjectKeys = ["name", "password"]

        init(name: String, password: String?) {
            self.name = name
            self.password = password
        }

        init(from object: inout ObjectReader) throws(DecodingFailure) {
            name = try object.required(0)
            password = try object.optional(1)
        }

        func write(to object: inout ObjectWriter) {
            object.put(0, name)
            object.put(writeOnly: 1, password)
        }
    }

    @Test("a response of a codec contains no property that is only for requests")
    func writeOnly() async throws {
        let router = Router()
        let routes = ServerRoutes(router, options: ServerOptions(bodyCodecs: [Wrapping()]))
        routes.json("account", .get, "/account", type: "application/xml") { _ in
            ServerResponse(Account(name: "a", password: "secret"))
        }
        try await LoopbackApplication.run(router) { url in
            let head = HTTPRequest(method: .get, scheme: "http", authority: url.authority, path: "/account")
            let response = try await URLSessionTransport.shared.send(TransportRequest(head))
            let bytes = try await response.body.collect(upTo: 1000)
            #expect(String(decoding: bytes, as: UTF8.self) == #"<Account>{"name":"a"}</Account>"#)
        }
    }

    @Test("without a codec, XML is neither decoded nor encoded as JSON")
    func missing() async throws {
        #expect(try await send("<Label/>", ServerOptions()).0 == 400)
        let reply = try await send(#"{"name":"a"}"#, ServerOptions())
        #expect(reply.0 == 500 && reply.2.isEmpty)
    }
}

extension URL {
    /// The host and port.
    fileprivate var authority: String? { absoluteString.split(separator: "/").last.map(String.init) }
}
