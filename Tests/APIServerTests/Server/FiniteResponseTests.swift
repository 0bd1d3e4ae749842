import APIRuntime
import Foundation
import HostilePeers
import Hummingbird
import Logging
import NotesAPI
import Testing

@testable import APIServer

@Suite("Responses with numbers that JSON does not have")
struct FiniteResponseTests {

    /// The messages of a logger.
    private struct Log: LogHandler {
        let messages: LockedState<[String]>
        var metadata = Logger.Metadata()
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let operation = event.metadata?["operation"].map { "\($0)" } ?? "-"
            messages.withLock { $0.append("\(event.level) \(operation): \(event.message)") }
        }
    }

    /// The response to a GET request, as far as it arrives.
    private struct Received: Equatable {
        var status: Int
        var text = ""
        var isComplete = true

        init(status: Int, text: String = "", isComplete: Bool = true) {
            self.status = status
            self.text = text
            self.isComplete = isComplete
        }

        /// Reads the bytes of a response, whose body may be sent in chunks.
        init(_ bytes: String) {
            let halves = bytes.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false).map(
                String.init
            )
            status = Int(halves[0].dropFirst("HTTP/1.1 ".count).prefix(3)) ?? 0
            guard var rest = halves.last?[...], halves.count == 2 else { return }
            guard halves[0].lowercased().contains("transfer-encoding: chunked") else {
                text = String(rest)
                return
            }
            isComplete = false
            while let end = rest.range(of: "\r\n"), let length = Int(rest[..<end.lowerBound], radix: 16) {
                let chunk = rest[end.upperBound...].utf8.prefix(length)
                text += String(chunk) ?? ""
                isComplete = length == 0
                rest = rest[chunk.endIndex...].dropFirst()
            }
        }
    }

    private static let message =
        "has a number that is infinite or not a number, or a date outside of the years 0 to 9999."

    /// Sends a GET request to the route `/x`, and returns its response and the messages of the server's log.
    private func get(
        options: ServerOptions = ServerOptions(),
        _ add: (ServerRoutes) -> Void
    ) async throws -> (Received, [String]) {
        let messages = LockedState<[String]>([])
        let router = Router()
        add(
            ServerRoutes(router, options: options) { input, _, next in
                var input = input
                input.logger = Logger(label: "test") { _ in Log(messages: messages) }
                return await next(input).response(to: input.about.method)
            }
        )
        let received = try await LoopbackApplication.run(router) { url in
            let port = url.port ?? 80
            let bytes = try await RawPeer.offPool {
                let peer = try RawPeer(port: port)
                peer.send("GET /x HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n")
                return peer.received()
            }
            return Received(String(decoding: bytes ?? [], as: UTF8.self))
        }
        return (received, messages.withLock { $0 })
    }

    @Test("a body with an infinite number or not-a-number is a logged 500", arguments: [Double.nan, .infinity])
    func bodies(_ number: Double) async throws {
        let whole = [["a": number]]
        let adds: [(ServerRoutes) -> Void] = [
            { $0.json("x", .get, "/x") { _ in ServerResponse(whole) } },
            { $0.optionalJSON("x", .get, "/x") { _ in ServerResponse(Float?(Float(number))) } },
            { $0.raw("x", .get, "/x") { _ in .json(number) } },
            {
                $0.response("x", .get, "/x") { _ in
                    ServerResponse(number)
                } write: {
                    .json($0, 201)
                }
            },
            { routes in
                routes.choosing { $0.json("x", .get, "/x") { _ in ServerResponse(number) } }
            },
        ]
        for add in adds {
            let (received, log) = try await get(add)
            #expect(received == Received(status: 500))
            #expect(log == ["error x: The operation failed: body: The body of the response \(Self.message)"])
        }
    }

    @Test("a failure and a mapped response with such a number are a logged 500 too")
    func failures() async throws {
        let (received, log) = try await get { routes in
            routes.empty("x", .get, "/x") { _ in throw RawServerResponse.json(Float.nan, 409) }
        }
        #expect(received == Received(status: 500))
        #expect(log == ["error x: The operation failed: body: The body of the response \(Self.message)"])
        let options = ServerOptions(errors: { _, _ in .json(-Double.infinity, 400) })
        let (mapped, messages) = try await get(options: options) { routes in
            routes.empty("x", .get, "/x") { _ in throw CancellationError() }
        }
        #expect(mapped == Received(status: 500) && messages.count == 2)
        let (outside, _) = try await get(options: options) { routes in
            routes.empty("x", .get, "/x") { input in
                let _: Int = try input.query("missing")
                return .empty()
            }
        }
        #expect(outside.status == 500)
    }

    @Test("a stream ends with a logged error after its complete items")
    func streams() async throws {
        let numbers = [1, 2, Double.nan, 4]
        let adds: [(String, (ServerRoutes) -> Void)] = [
            ("1\n2\n", { $0.lines("x", .get, "/x") { _ in .init(ResponseSequence(numbers)) } }),
            (
                "\u{1E}1\n\u{1E}2\n",
                { $0.textSequence("x", .get, "/x") { _ in .init(ResponseSequence(numbers)) } }
            ),
            (
                "data: 1\n\ndata: 2\n\n",
                { routes in
                    routes.events("x", .get, "/x") { _ in
                        .init(ResponseSequence(numbers.map { ServerSentEvent(data: $0) }))
                    }
                }
            ),
            (
                "data: 1\n\ndata: 2\n\n",
                { routes in
                    routes.wholeEvents("x", .get, "/x") { _ in
                        .init(ResponseSequence(numbers.map { ServerSentEvent(data: ["data": $0]) }))
                    }
                }
            ),
        ]
        for (text, add) in adds {
            let (received, log) = try await get(add)
            #expect(received == Received(status: 200, text: text, isComplete: false))
            #expect(log == ["error x: The operation failed: body: The item at index 2 of the response \(Self.message)"])
        }
        let (parts, log) = try await get { routes in
            routes.parts("x", .get, "/x") { _ in
                ServerResponse(ResponseSequence(numbers.map { ResponsePart(headers: [:], value: $0) }))
            }
        }
        #expect(!parts.isComplete && parts.text.hasSuffix("\r\n\r\n2\r\n") && log.count == 1)
    }

    @Test("a whole event has the data of its object, and none without any")
    func wholeEvents() async throws {
        let (received, _) = try await get { routes in
            routes.wholeEvents("x", .get, "/x") { _ in
                let values: [JSONValue] = [["id": "1"], ["data": nil], ["data": "a"], ["id": 7, "data": "b"]]
                return .init(ResponseSequence(values.map { ServerSentEvent(data: $0) }))
            }
        }
        #expect(received.text == "id: 1\n\ndata: null\n\ndata: a\n\nid: 7\ndata: b\n\n")
        let (texts, _) = try await get { routes in
            routes.wholeEvents("x", .get, "/x") { _ in
                .init(ResponseSequence(["5", "a"].map { ServerSentEvent(data: ["data": $0]) }))
            }
        }
        #expect(texts.text == "data: 5\n\ndata: a\n\n")
        let (values, _) = try await get { routes in
            routes.wholeEvents("x", .get, "/x") { _ in
                .init(ResponseSequence(["5", "a"].map { ServerSentEvent(data: ["data": JSONValue.string($0)]) }))
            }
        }
        #expect(values.text == "data: \"5\"\n\ndata: a\n\n")
    }

    @Test("the data of an event is the text of a string, unless that is another value")
    func eventTexts() async throws {
        let (dates, _) = try await get { routes in
            routes.events("x", .get, "/x") { _ in
                .init(ResponseSequence([Date(timeIntervalSince1970: 0)].map { ServerSentEvent(data: $0) }))
            }
        }
        #expect(dates.text == "data: 1970-01-01T00:00:00Z\n\n")
        let (values, _) = try await get { routes in
            routes.events("x", .get, "/x") { _ in
                .init(ResponseSequence(["5", "a"].map { ServerSentEvent(data: JSONValue.string($0)) }))
            }
        }
        #expect(values.text == "data: \"5\"\n\ndata: \"a\"\n\n")
    }

    @Test("an error of a stream's sequence is logged, and the end of its task is not")
    func sequences() async throws {
        struct Lost: Error {}
        for (error, count) in [(Lost(), 1), (CancellationError(), 0)] as [(any Error, Int)] {
            let (received, log) = try await get { routes in
                routes.lines("x", .get, "/x") { _ in
                    ServerResponse(ResponseSequence<Int> { { throw error } })
                }
            }
            #expect(!received.isComplete && log.count == count)
        }
    }

    @Test("an operation's error and a response that end a stream are logged by type, because neither can be sent")
    func lateErrors() async throws {
        let errors: [(any Error, String)] = [
            (GetAccountError.unauthorized(Problem(title: "s3cret")), "GetAccountError"),
            (RawServerResponse.json("s3cret", 409), "RawServerResponse"),
        ]
        for (error, type) in errors {
            let (received, log) = try await get { routes in
                routes.lines("x", .get, "/x") { _ in ServerResponse(ResponseSequence<Int> { { throw error } }) }
            }
            #expect(received.status == 200 && !received.isComplete)
            #expect(log == ["error x: The operation failed with \(type)."])
        }
    }

    @Test("a stream does not keep the body of its request in memory")
    func memory() async throws {
        final class Probe: Sendable {}
        /// Does not keep its probe in memory.
        ///
        /// Unchecked because a weak reference is a variable, although this one does not change after its creation.
        struct Trace: @unchecked Sendable {
            weak var probe: Probe?
        }
        let isKept = LockedState<Bool?>(nil)
        let (received, _) = try await get { routes in
            routes.lines("x", .get, "/x") { input in
                let probe = Probe()
                input.stream = BodyChunks {
                    _ = probe
                    return nil
                }
                let trace = Trace(probe: probe)
                return ServerResponse(
                    ResponseSequence<Int> {
                        {
                            isKept.withLock { $0 = trace.probe != nil }
                            return nil
                        }
                    }
                )
            }
        }
        #expect(received.isComplete && isKept.withLock { $0 } == false)
    }

    @Test("bytes and streams that replace such a body are sent")
    func replaced() async throws {
        let (bytes, _) = try await get { routes in
            routes.raw("x", .get, "/x") { _ in
                var response = RawServerResponse.json(Double.nan)
                response.bytes = Array("0".utf8)
                return response
            }
        }
        #expect(bytes == Received(status: 200, text: "0"))
        let (stream, _) = try await get { routes in
            routes.json("x", .get, "/x") { _ in
                var response = ServerResponse(Double.nan)
                response.stream = .bytes(Array("1".utf8))
                return response
            }
        }
        #expect(stream == Received(status: 200, text: "1"))
    }
}
