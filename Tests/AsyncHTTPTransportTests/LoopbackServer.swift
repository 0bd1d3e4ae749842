import APIRuntime
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// An HTTP server on the loopback interface that shows what it received and misbehaves on demand.
struct LoopbackServer: Sendable {
    /// Port that the server listens on.
    let port: Int

    /// Requests that reached the server, as JSON lines of ``Echo``.
    let log: RequestLog

    private static let idle = Lock<[LoopbackServer]>([])

    /// Lends a server for the time of a body.
    ///
    /// Servers are kept for the next test and end with the process: one that is cancelled amid connections can trap.
    static func run<T: Sendable>(_ body: @Sendable (LoopbackServer) async throws -> T) async throws -> T {
        let free = idle.withLock { $0.popLast() }
        let server = if let free { free } else { try await start() }
        server.log.clear()
        defer { idle.withLock { $0.append(server) } }
        return try await body(server)
    }

    private static func start() async throws -> LoopbackServer {
        let log = RequestLog()
        var logger = Logger(label: "loopback")
        logger.logLevel = .critical
        let (ports, port) = AsyncStream<Int>.makeStream()
        let application = Application(
            responder: CallbackResponder<BasicRequestContext> { request, _ in try await respond(to: request, log) },
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { port.yield($0.localAddress?.port ?? 0) },
            logger: logger
        )
        Task { try await application.runService(gracefulShutdownSignals: []) }
        for await number in ports { return LoopbackServer(port: number, log: log) }
        throw CancellationError()
    }

    /// A request to a path of this server.
    func request(
        _ path: String,
        _ method: HTTPRequest.Method = .get,
        headers: HTTPFields = [:],
        body: APIRuntime.RequestBody? = nil,
        timeout: Duration? = .seconds(20),
        maximumBytes: Int = 64 << 20
    ) -> TransportRequest {
        let head = HTTPRequest(
            method: method,
            scheme: "http",
            authority: "127.0.0.1:\(port)",
            path: path,
            headerFields: headers
        )
        return TransportRequest(head, body: body, timeout: timeout, maximumBytes: maximumBytes)
    }
}

/// What the server received.
struct Echo: Codable, Sendable {
    var method: String
    var path: String
    var headers: [String: String]
    var bytes: Int
    var checksum: Int
}

/// The requests that reached a server.
final class RequestLog: Sendable {
    private let kept = Lock<[Echo]>([])

    /// All requests so far.
    var all: [Echo] { kept.withLock { $0 } }

    func clear() {
        kept.withLock { $0 = [] }
    }

    func add(_ echo: Echo) {
        kept.withLock { $0.append(echo) }
    }
}

/// Sum of all bytes, modulo a prime, weighted so that a changed order shows.
func checksum(_ bytes: some Sequence<UInt8>, from start: Int = 7) -> Int {
    bytes.reduce(start) { ($0 &* 31 &+ Int($1)) % 1_000_003 }
}

private func respond(to request: Request, _ log: RequestLog) async throws -> Response {
    if request.uri.path == "/early" { return Response(status: .unauthorized) }
    var sum = 7
    var count = 0
    for try await buffer in request.body {
        sum = checksum(buffer.readableBytesView, from: sum)
        count += buffer.readableBytes
    }
    let fields = Dictionary(request.headers.map { ($0.name.canonicalName, $0.value) }) { "\($0), \($1)" }
    let echo = Echo(
        method: request.method.rawValue,
        path: request.head.path ?? "",
        headers: fields,
        bytes: count,
        checksum: sum
    )
    log.add(echo)
    switch request.uri.path {
    case "/redirect": return redirect(request)
    case "/large": return large(Int(request.uri.queryParameters["bytes"] ?? "0") ?? 0)
    case "/gzip": return gzip()
    case "/truncated": return truncated()
    case "/slow":
        try await Task.sleep(for: .seconds(60))
        return Response(status: .ok)
    case "/stalls": return stalling()
    case "/status": return Response(status: .init(code: Int(request.uri.queryParameters["code"] ?? "200") ?? 200))
    default:
        let body = try JSONEncoder().encode(echo)
        return Response(
            status: .ok,
            headers: [.contentType: "application/json", .setCookie: "session=1; Path=/"],
            body: .init(byteBuffer: ByteBuffer(bytes: body))
        )
    }
}

private func redirect(_ request: Request) -> Response {
    let status = Int(request.uri.queryParameters["status"] ?? "302") ?? 302
    let target = request.uri.queryParameters["to"].map(String.init)
    var headers = HTTPFields()
    if let target { headers[.location] = target }
    return Response(status: .init(code: status), headers: headers)
}

private func large(_ count: Int) -> Response {
    Response(
        status: .ok,
        body: ResponseBody { writer in
            var left = count
            let piece = ByteBuffer(repeating: 97, count: 64 * 1024)
            while left > 0 {
                try await writer.write(piece.getSlice(at: 0, length: min(left, 64 * 1024)) ?? piece)
                left -= 64 * 1024
            }
            try await writer.finish(nil)
        }
    )
}

private func truncated() -> Response {
    Response(
        status: .ok,
        body: ResponseBody(contentLength: 100) { writer in
            try await writer.write(ByteBuffer(string: "0123456789"))
            throw CancellationError()
        }
    )
}

private func stalling() -> Response {
    Response(
        status: .ok,
        body: ResponseBody(contentLength: 100) { writer in
            try await writer.write(ByteBuffer(string: "0123456789"))
            try await Task.sleep(for: .seconds(60))
        }
    )
}

/// 100,000 times the letter a, compressed.
private func gzip() -> Response {
    let text = """
        H4sIAAAAAAACA+3BMQEAAADCoKzrX8IaHkABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAArwaH+uIboIYBAA==
        """
    return Response(
        status: .ok,
        headers: [.contentEncoding: "gzip"],
        body: .init(byteBuffer: ByteBuffer(bytes: Data(base64Encoded: text) ?? Data()))
    )
}
