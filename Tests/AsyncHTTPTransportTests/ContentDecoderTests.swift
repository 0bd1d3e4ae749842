import APIRuntime
import Foundation
import NIOHTTP1
import SeededTesting
import Testing

@testable import AsyncHTTPTransport

@Suite("Content decoding")
struct ContentDecoderTests {
    /// Two members: `hello ` and `world`.
    private static let gzip =
        bytes("H4sIAAAAAAACA8tIzcnJVwAA9vmB7QYAAAA=") + bytes("H4sIAAAAAAACAyvPL8pJAQBDEXc6BQAAAA==")
    private static let zlib = bytes("eJzLSM3JyVcozy/KSQEAGgsEXQ==")

    private static func bytes(_ base64: String) -> [UInt8] { Data(base64Encoded: base64).map { Array($0) } ?? [] }

    private func decode(_ pieces: [[UInt8]], _ coding: ContentDecoder.Coding) throws(TransportError) -> [UInt8] {
        var decoder = ContentDecoder(coding)
        var output: [UInt8] = []
        for piece in pieces {
            decoder.append(piece)
            while let chunk = try decoder.next() {
                #expect(chunk.count <= ContentDecoder.stepLength + 258)
                output += chunk
                // A mutated stream may expand a thousandfold.
                if output.count > 1 << 20 { return output }
            }
        }
        try decoder.finish()
        return output
    }

    @Test("the pieces in which a compressed body arrives do not matter")
    func pieces() throws {
        for (body, coding) in [(Self.gzip, ContentDecoder.Coding.gzip), (Self.zlib, .deflate)] {
            for split in 0...body.count {
                let whole = try decode([Array(body[..<split]), Array(body[split...])], coding)
                #expect(String(decoding: whole, as: UTF8.self) == "hello world")
            }
            let single = try decode(body.map { [$0] }, coding)
            #expect(String(decoding: single, as: UTF8.self) == "hello world")
        }
    }

    @Test(
        "a coding that nobody asked for is refused, known or not",
        arguments: [
            ("br", nil, false), ("foo", nil, false), ("gzip, foo", nil, false), ("utf-8", "gzip", false),
            ("foo", "gzip, foo", true), ("BR", "br", true), ("identity", nil, true), ("", nil, true),
            ("identity, gzip", nil, true),
        ] as [(String, String?, Bool)]
    )
    func codings(_ field: String, _ accepted: String?, _ isRead: Bool) {
        let headers: HTTPHeaders = ["Content-Encoding": field]
        do throws(TransportError) {
            let coding = try ContentDecoder.Coding(headers, accepted: accepted)
            #expect(isRead && coding == (field.hasSuffix("gzip") ? .gzip : nil))
        } catch {
            #expect(!isRead && error.code == .malformedResponse)
        }
    }

    @Test("a gzip head is limited to 4 KiB, in whatever pieces it arrives", arguments: [1, 100, 5000])
    func longName(_ length: Int) throws {
        for (name, isRead) in [(4_000, true), (4_100, false)] {
            var body = Self.gzip
            body[3] = 8
            body.insert(contentsOf: [UInt8](repeating: 0x61, count: name) + [0], at: 10)
            // Every piece must be read from the start of the head.
            let pieces = stride(from: 0, to: body.count, by: length).map { Array(body[$0...].prefix(length)) }
            let text = try? String(decoding: decode(pieces, .gzip), as: UTF8.self)
            // A head that arrives complete is read whatever its length.
            #expect((text == "hello world") == (isRead || length == 5000), "\(name) \(length)")
        }
    }

    @Test("a compressed body that is cut anywhere is not a short success")
    func cut() throws {
        // At 26 bytes the first member is complete.
        for length in 1..<Self.gzip.count where length != 26 {
            #expect(throws: TransportError.self) { try decode([Array(Self.gzip[..<length])], .gzip) }
        }
        for length in 1..<Self.zlib.count {
            #expect(throws: TransportError.self) { try decode([Array(Self.zlib[..<length])], .deflate) }
        }
    }

    @Test("random and mutated bytes end with a result or an error", arguments: 0..<20)
    func random(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<500 {
            var body = Bool.random(using: &random) ? Self.gzip : Self.zlib
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                body[Int.random(in: 0..<body.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if Int.random(in: 0..<3, using: &random) == 0 {
                let noise = (0..<Int.random(in: 1...300, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
                body = body.prefix(Bool.random(using: &random) ? 10 : 2) + noise
            }
            let split = Int.random(in: 0...body.count, using: &random)
            for coding in [ContentDecoder.Coding.gzip, .deflate] {
                let pieces = [Array(body[..<split]), Array(body[split...])]
                let once = try? decode([body], coding)
                let twice = try? decode(pieces, coding)
                if let once, let twice, once.count <= 1 << 20 { #expect(once == twice) }
            }
        }
    }
}
