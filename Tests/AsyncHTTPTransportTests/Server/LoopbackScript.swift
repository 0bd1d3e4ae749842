import Foundation
import NIOHTTP1

/// A step of a scripted response.
enum LoopbackStep: Sendable {
    /// Writes bytes.
    case send([UInt8])
    /// Writes bytes repeatedly until the client disconnects.
    case sendForever([UInt8])
    /// Pauses for a number of milliseconds.
    case pause(Int64)
    /// Waits until the client disconnects.
    case wait
    /// Closes the connection.
    case close
    /// Resets the connection.
    case reset
}

extension [LoopbackStep] {
    /// Returns a complete response with a content length.
    static func response(status: Int = 200, headers: [String: String] = [:], _ body: some Sequence<UInt8>) -> Self {
        let bytes = Array<UInt8>(body)
        var fields = headers
        if status != 204, status != 304 { fields["content-length"] = fields["content-length"] ?? "\(bytes.count)" }
        return [.send(.head(status, fields) + bytes)]
    }

    static func response(status: Int = 200, headers: [String: String] = [:], _ text: String) -> Self {
        response(status: status, headers: headers, text.utf8)
    }

    /// Returns the steps that send a raw string, followed by a last step.
    static func raw(_ text: String, then last: LoopbackStep) -> Self { [.send(Array<UInt8>(text.utf8)), last] }
}

extension [UInt8] {
    /// Returns the status line and header fields.
    static func head(_ status: Int, _ fields: [String: String]) -> [UInt8] {
        let lines = fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }
        return Array("HTTP/1.1 \(status) Status\r\n\(lines.joined())\r\n".utf8)
    }
}

/// The responses of a ``LoopbackServer``, by path.
enum LoopbackScript {
    /// Returns the path without its query.
    static func route(of uri: String) -> String { String(uri.prefix { $0 != "?" }) }

    static func steps(for head: HTTPRequestHead, _ echo: Echo) -> [LoopbackStep] {
        let query = URLComponents(string: head.uri)?.queryItems ?? []
        let values = Dictionary(query.map { ($0.name, $0.value ?? "") }) { first, _ in first }
        let bytes = values["bytes"].flatMap { Int($0) } ?? 0
        let route = route(of: head.uri)
        if let steps = broken[route] ?? compressed(route, bytes) { return steps }
        switch route {
        case "/redirect":
            let status = values["status"].flatMap { Int($0) } ?? 302
            return .response(status: status, headers: values["to"].map { ["location": $0] } ?? [:], "moved")
        case "/status":
            let fields = values["encoding"].map { ["content-encoding": $0] } ?? [:]
            return .response(status: values["code"].flatMap { Int($0) } ?? 200, headers: fields, "")
        case "/bodiless":
            return [.send(.head(204, ["content-length": "5"])), .close]
        case "/large": return large(bytes)
        case "/closes-later":
            let after = values["after"].flatMap { Int64($0) } ?? 0
            return .response("bye") + [.pause(after), .close]
        case "/drip": return drip(bytes)
        case "/endless": return [.send(.head(200, ["transfer-encoding": "chunked"])), .sendForever(chunk(65536))]
        case "/endless-redirect":
            let head = [UInt8].head(302, ["location": "/echo", "transfer-encoding": "chunked"])
            // Short pieces, because Foundation on Linux copies the complete body of a redirect for each piece.
            return [.send(head), .sendForever(chunk(100))]
        case "/promises-much": return [.send(.head(200, ["content-length": "\(bytes)"])), .sendForever(piece(65536))]
        default:
            let fields = ["content-type": "application/json", "set-cookie": "session=1; Path=/"]
            let body = head.method == .HEAD ? [] : (try? JSONEncoder().encode(echo)).map { Array($0) } ?? []
            return .response(headers: fields, body)
        }
    }

    /// Responses that are never complete.
    static let broken: [String: [LoopbackStep]] = [
        "/cut": [.close],
        "/reset": [.reset],
        "/slow": [.wait],
        "/cut-amid-head": .raw("HTTP/1.1 200 OK\r\ncontent-le", then: .close),
        "/reset-amid-head": .raw("HTTP/1.1 200 OK\r\ncontent-le", then: .reset),
        "/stalls-amid-head": .raw("HTTP/1.1 200 OK\r\ncontent-le", then: .wait),
        "/truncated": .raw("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n0123456789", then: .close),
        "/truncated-by-reset": .raw("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n0123456789", then: .reset),
        "/truncated-at-once": .raw("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n", then: .close),
        "/stalls": .raw("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n0123456789", then: .wait),
        "/chunks-cut-between": .raw("\(chunkedHead)5\r\n01234\r\n", then: .close),
        "/chunks-cut-within": .raw("\(chunkedHead)50\r\n01234", then: .close),
        "/chunks-cut-in-length": .raw("\(chunkedHead)5\r\n01234\r\n1", then: .close),
        "/chunks-without-end": .raw("\(chunkedHead)5\r\n01234\r\n0\r\n", then: .close),
        "/chunks-bad-length": .raw("\(chunkedHead)zz\r\n01234\r\n0\r\n\r\n", then: .close),
        "/chunks-huge-length": .raw("\(chunkedHead)ffffffffffffffffff\r\n01234\r\n", then: .close),
        "/no-http": .raw("SSH-2.0-nothing to see here\r\n\r\n", then: .close),
        "/status-000": .raw("HTTP/1.1 000 None\r\ncontent-length: 4\r\n\r\nbody", then: .close),
        "/status-042": .raw("HTTP/1.1 042 Early\r\ncontent-length: 4\r\n\r\nbody", then: .close),
        "/status-099": .raw(
            "HTTP/1.1 099 Early\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
            then: .close
        ),
        "/bad-status": .raw("HTTP/1.1 abc OK\r\n\r\n", then: .close),
        "/bad-length": .raw("HTTP/1.1 200 OK\r\ncontent-length: ten\r\n\r\n0123456789", then: .close),
        "/two-lengths": .raw("HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 9\r\n\r\n01234", then: .close),
    ]

    private static let chunkedHead = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"

    private static func compressed(_ route: String, _ bytes: Int) -> [LoopbackStep]? {
        let count = bytes > 0 ? bytes : 100_000
        switch route {
        case "/gzip": return .response(headers: ["content-encoding": "gzip"], Deflated.gzip(count))
        case "/deflate": return .response(headers: ["content-encoding": "deflate"], Deflated.zlib(count))
        case "/gzip-cut":
            return .response(headers: ["content-encoding": "gzip"], Deflated.gzip(count).dropLast(300))
        case "/gzip-bad-sum":
            return .response(headers: ["content-encoding": "gzip"], Deflated.gzip(count, checksum: 0xBAD))
        case "/gzip-garbage": return .response(headers: ["content-encoding": "gzip"], "this is not compressed")
        case "/gzip-empty": return .response(headers: ["content-encoding": "gzip"], "")
        case "/gzip-bomb":
            let head = [UInt8].head(200, ["content-encoding": "gzip"])
            return [.send(head + Deflated.gzipHead), .sendForever(Deflated.endlessUnit)]
        case "/deflate-bomb":
            let head = [UInt8].head(200, ["content-encoding": "deflate"])
            return [.send(head + Deflated.zlibHead), .sendForever(Deflated.endlessUnit)]
        default: return nil
        }
    }

    private static func piece(_ count: Int) -> [UInt8] { [UInt8](repeating: 97, count: count) }

    private static func chunk(_ count: Int) -> [UInt8] {
        Array("\(String(count, radix: 16))\r\n".utf8) + piece(count) + Array("\r\n".utf8)
    }

    private static func large(_ count: Int) -> [LoopbackStep] {
        var steps: [LoopbackStep] = [.send(.head(200, ["transfer-encoding": "chunked"]))]
        for start in stride(from: 0, to: count, by: 65536) { steps.append(.send(chunk(min(65536, count - start)))) }
        return steps + [.send(Array("0\r\n\r\n".utf8))]
    }

    /// Returns steps that send one byte at a time.
    private static func drip(_ count: Int) -> [LoopbackStep] {
        let head = LoopbackStep.send(.head(200, ["content-length": "\(count)"]))
        return [head] + (0..<count).flatMap { _ in [LoopbackStep.pause(1), .send([97])] }
    }
}
