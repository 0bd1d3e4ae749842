import Dispatch

/// Bytes that a client sends to a server against the rules of HTTP.
package struct ServerAttack: Sendable, CustomStringConvertible {
    /// The name of the attack.
    package let name: String

    /// The bytes, without the end of the connection.
    private let bytes: [UInt8]

    /// Whether the client ends its side of the connection after the bytes.
    private let ends: Bool

    private init(_ name: String, _ text: String, ends: Bool = true) {
        self.name = name
        bytes = Array(text.utf8)
        self.ends = ends
    }

    package var description: String { name }

    /// Sends the bytes, and waits until the server responds or closes the connection.
    ///
    /// - Returns: The statuses of the responses; empty if the server has closed the connection without one. `nil` if
    ///   the server has done neither.
    package func run(port: Int) async throws -> [Int]? {
        try await RawPeer.offPool {
            let peer = try RawPeer(port: port)
            // A server may refuse a long request before it has received it.
            peer.send(bytes)
            if ends { peer.finish() }
            return peer.statuses()
        }
    }

    /// The attacks on a path that accepts GET and POST requests with JSON bodies.
    ///
    /// - Parameter path: The path.
    /// - Returns: The attacks.
    package static func all(on path: String) -> [ServerAttack] {
        heads(path) + lengths(path) + chunks(path)
    }

    private static let host = "Host: 127.0.0.1\r\n"

    private static func heads(_ path: String) -> [ServerAttack] {
        let start = "GET \(path) HTTP/1.1\r\n\(host)"
        let million = String(repeating: "a", count: 1 << 20)
        return [
            ServerAttack("nothing", ""),
            ServerAttack("an empty line", "\r\n\r\n"),
            ServerAttack("binary garbage", "\u{1}\u{2}\u{3}\u{FFFD}\u{0}\r\n\r\n"),
            ServerAttack("a head that ends early", "GET \(path) HT"),
            ServerAttack("a field that ends early", "\(start)X-Trace: "),
            ServerAttack("a path of 1 MiB", "GET /\(million) HTTP/1.1\r\n\(host)\r\n", ends: false),
            ServerAttack("a query of 1 MiB", "GET \(path)?a=\(million) HTTP/1.1\r\n\(host)\r\n", ends: false),
            ServerAttack("a field of 1 MiB", "\(start)X-Trace: \(million)\r\n\r\n", ends: false),
            ServerAttack("a field name of 1 MiB", "\(start)\(million): a\r\n\r\n", ends: false),
            ServerAttack(
                "10,000 fields",
                start + (0..<10_000).map { "X-\($0): \($0)\r\n" }.joined() + "\r\n",
                ends: false
            ),
            ServerAttack("10,000 equal fields", start + String(repeating: "Cookie: a=b\r\n", count: 10_000) + "\r\n"),
            ServerAttack("HTTP/0.9", "GET \(path)\r\n"),
            ServerAttack("HTTP/3.7", "GET \(path) HTTP/3.7\r\n\(host)\r\n"),
            ServerAttack("the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
            ServerAttack("no host", "GET \(path) HTTP/1.1\r\n\r\n"),
            ServerAttack("two hosts", "\(start)Host: other.example\r\n\r\n"),
            ServerAttack("a field with NUL", "\(start)X-Trace: a\0b\r\n\r\n"),
            ServerAttack("a folded field", "\(start)X-Trace: a\r\n b\r\n\r\n"),
            ServerAttack("a space before the colon", "\(start)X-Trace : a\r\n\r\n"),
            ServerAttack("line feeds alone", "GET \(path) HTTP/1.1\nHost: 127.0.0.1\n\n"),
            ServerAttack("an absolute target", "GET http://other.example\(path) HTTP/1.1\r\n\(host)\r\n"),
            ServerAttack("an asterisk target", "OPTIONS * HTTP/1.1\r\n\(host)\r\n"),
            ServerAttack("a tunnel", "CONNECT 127.0.0.1:1 HTTP/1.1\r\n\(host)\r\n"),
            ServerAttack("an unknown method", "BREW \(path) HTTP/1.1\r\n\(host)\r\n"),
            ServerAttack("parent segments", "GET /../../..\(path) HTTP/1.1\r\n\(host)\r\n"),
            ServerAttack("invalid percent escapes", "GET \(path)/%zz%?%=% HTTP/1.1\r\n\(host)\r\n"),
            ServerAttack("an upgrade", "\(start)Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n"),
            ServerAttack(
                "an expectation without a body",
                "\(post(path))Expect: 100-continue\r\nContent-Length: 2\r\n\r\n"
            ),
        ]
    }

    private static func lengths(_ path: String) -> [ServerAttack] {
        let values = ["-1", "+2", "2, 3", "0x2", "2e1", "9223372036854775808", "99999999999999999999999", "two", ""]
        return values.map {
            ServerAttack("the length '\($0)'", "\(post(path))Content-Length: \($0)\r\n\r\n{}")
        } + [
            ServerAttack("two lengths", "\(post(path))Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x"),
            ServerAttack("a body that ends early", "\(post(path))Content-Length: 10\r\n\r\n{}"),
            ServerAttack("no body", "\(post(path))Content-Length: 10\r\n\r\n"),
            ServerAttack("no length", "\(post(path))\r\n{}"),
            ServerAttack("a length of 1 TiB", "\(post(path))Content-Length: 1099511627776\r\n\r\n{}"),
            ServerAttack(
                "a length and chunks",
                "\(post(path))Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
            ),
            ServerAttack("an unknown coding", "\(post(path))Transfer-Encoding: brotli\r\n\r\n{}"),
        ]
    }

    private static func chunks(_ path: String) -> [ServerAttack] {
        let start = "\(post(path))Transfer-Encoding: chunked\r\n\r\n"
        let small = String(repeating: "1\r\n \r\n", count: 100_000)
        return [
            ServerAttack("chunk garbage", start + "hello\r\nworld\r\n"),
            ServerAttack("a negative chunk", start + "-2\r\n{}\r\n0\r\n\r\n"),
            ServerAttack("a chunk that is too long", start + "ffffffffffffffffff\r\n{}\r\n0\r\n\r\n"),
            ServerAttack("a chunk that is too short", start + "1\r\n{}\r\n0\r\n\r\n"),
            ServerAttack("chunks that end early", start + "2\r\n{"),
            ServerAttack("chunks without the last one", start + "2\r\n{}\r\n"),
            ServerAttack("100,000 chunks of one byte", start + small + "2\r\n{}\r\n0\r\n\r\n"),
            ServerAttack(
                "a chunk extension of 1 MiB",
                start + "2;" + String(repeating: "a", count: 1 << 20) + "\r\n{}"
            ),
            ServerAttack(
                "10,000 trailers",
                start + "2\r\n{}\r\n0\r\n" + String(repeating: "A: b\r\n", count: 10_000) + "\r\n"
            ),
        ]
    }

    private static func post(_ path: String) -> String {
        "POST \(path) HTTP/1.1\r\n\(host)Content-Type: application/json\r\n"
    }
}

extension RawPeer {
    /// Runs a body that waits for the network on a thread that belongs to no pool of tasks.
    package static func offPool<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws
        -> Result
    {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Swift.Result { try body() }) }
        }
    }
}
