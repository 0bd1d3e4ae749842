import APIRuntime
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The shared state of the routes below `/stream/`, by a name that a test chooses.
actor StreamStage {
    static let shared = StreamStage()

    private var passes: [String: Int] = [:]
    private var closed: Set<String> = []
    private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]

    /// Releases one piece of a stream.
    func pass(_ name: String) {
        if var queue = waiting[name], !queue.isEmpty {
            queue.removeFirst().resume()
            waiting[name] = queue
        } else {
            passes[name, default: 0] += 1
        }
    }

    /// Waits until a piece is released.
    ///
    /// - Throws: A `CancellationError` when the server stops.
    func turn(_ name: String) async throws {
        if let count = passes[name], count > 0 {
            passes[name] = count - 1
        } else {
            await withTaskCancellationHandler {
                await withCheckedContinuation { waiting[name, default: []].append($0) }
            } onCancel: {
                Task { await self.pass(name) }
            }
        }
        try Task.checkCancellation()
    }

    /// Records that a client has disconnected.
    func close(_ name: String) { closed.insert(name) }

    func isClosed(_ name: String) -> Bool { closed.contains(name) }
}

/// Returns the response of a route.
///
/// - `held` sends each event when the test releases it.
/// - `resumed` sends events after the last one that the client received.
/// - `endless` sends events until the client disconnects.
/// - `short` ends a body before its announced length: at once, or when the test releases it if there is a name.
/// - `parts` continues a document at the requested range.
/// - `large` sends the requested number of bytes.
/// - All other paths return the length and checksum of the request's body.
func response(_ request: Request) async throws -> Response {
    let name = request.uri.queryParameters["name"].map(String.init) ?? ""
    switch request.uri.path {
    case "/held": return held(name)
    case "/endless": return endless(name)
    case "/resumed": return resumed(request)
    case "/short": return short(name)
    case "/parts": return part(request)
    case "/lines": return lines()
    case "/large": return large(Int(request.uri.queryParameters["bytes"] ?? "") ?? 0)
    case "/missing": return Response(status: .notFound)
    default: return try await received(request)
    }
}

private func received(_ request: Request) async throws -> Response {
    var sum = 7
    var count = 0
    for try await buffer in request.body {
        sum = checksum(buffer.readableBytesView, from: sum)
        count += buffer.readableBytes
    }
    let text = "{\"bytes\": \(count), \"checksum\": \(sum)}"
    return Response(status: .ok, body: .init(byteBuffer: ByteBuffer(string: text)))
}

private func large(_ count: Int) -> Response {
    Response(
        status: .ok,
        body: ResponseBody { writer in
            let piece = ByteBuffer(repeating: 97, count: 64 * 1024)
            for left in stride(from: count, to: 0, by: -64 * 1024) {
                try await writer.write(piece.getSlice(at: 0, length: min(left, 64 * 1024)) ?? piece)
            }
            try await writer.finish(nil)
        }
    )
}

private let eventHeaders: HTTPFields = [.contentType: "text/event-stream"]

private func held(_ name: String) -> Response {
    Response(
        status: .ok,
        headers: eventHeaders,
        body: ResponseBody { writer in
            for number in 1...3 {
                try await StreamStage.shared.turn(name)
                try await writer.write(ByteBuffer(string: "id: \(number)\ndata: \(number)\n\n"))
            }
            try await writer.finish(nil)
        }
    )
}

private func endless(_ name: String) -> Response {
    Response(
        status: .ok,
        headers: eventHeaders,
        body: ResponseBody { writer in
            do {
                for number in 1... {
                    try await writer.write(ByteBuffer(string: "data: \(number)\n\n"))
                    await Task.yield()
                }
            } catch {
                await StreamStage.shared.close(name)
                throw error
            }
        }
    )
}

/// Returns the two events after the last one that the client received, or status 204 after the sixth.
private func resumed(_ request: Request) -> Response {
    let last = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }.flatMap { Int($0) } ?? 0
    guard last < 6 else { return Response(status: .noContent) }
    let text = (last + 1...last + 2).map { "retry: 1\nid: \($0)\ndata: \($0)\n\n" }.joined() + "data: half"
    return Response(status: .ok, headers: eventHeaders, body: .init(byteBuffer: ByteBuffer(string: text)))
}

private func short(_ name: String) -> Response {
    Response(
        status: .ok,
        body: ResponseBody(contentLength: 1_000_000) { writer in
            try await writer.write(ByteBuffer(string: "1\n2\n"))
            try await writer.write(ByteBuffer(string: "3\n4"))
            if !name.isEmpty { try await StreamStage.shared.turn(name) }
            throw CancellationError()
        }
    )
}

/// Returns a document of a million bytes that breaks off after 400,000, or the rest from the start of a range.
private func part(_ request: Request) -> Response {
    let whole = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 % 251) }
    var headers: HTTPFields = [.eTag: "\"parts-1\"", .acceptRanges: "bytes"]
    let range = request.headers[.range].flatMap { $0.wholeMatch(of: /bytes=(\d+)-/) }.flatMap { Int($0.1) }
    guard let start = range, request.headers[.ifRange] == "\"parts-1\"" else {
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody(contentLength: whole.count) { writer in
                try await writer.write(ByteBuffer(bytes: whole[..<400_000]))
                throw CancellationError()
            }
        )
    }
    headers[.contentRange] = "bytes \(start)-\(whole.count - 1)/\(whole.count)"
    let rest = ByteBuffer(bytes: whole[start...])
    return Response(status: .partialContent, headers: headers, body: .init(byteBuffer: rest))
}

private func lines() -> Response {
    Response(
        status: .ok,
        headers: [.contentType: "application/jsonl"],
        body: ResponseBody { writer in
            for number in 1...1000 { try await writer.write(ByteBuffer(string: "{\"n\": \(number)}\n")) }
            try await writer.finish(nil)
        }
    )
}
