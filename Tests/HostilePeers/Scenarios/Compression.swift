import Foundation

/// Compressed bodies.
enum CompressionScenarios {
    /// The family of these scenarios.
    static let family = ScenarioFamily(name: "compression", scenarios: members + invalid + deflated + others)

    private static func gzip(_ name: String, _ body: [UInt8], _ expected: String, session: String? = nil) -> Scenario {
        coded(name, "gzip", body, expected, session: session)
    }

    private static func coded(
        _ name: String,
        _ coding: String,
        _ body: [UInt8],
        _ expected: String,
        session: String? = nil
    ) -> Scenario {
        let head = "HTTP/1.1 200 OK\r\ncontent-encoding: \(coding)\r\ncontent-length: \(body.count)\r\n\r\n"
        return .bytes(name, head, body, expected, session: session)
    }

    private static let hello = bytes("H4sIAAAAAAACA8tIzcnJVwAA9vmB7QYAAAA=")
    private static let world = bytes("H4sIAAAAAAACAyvPL8pJAQBDEXc6BQAAAA==")
    private static let zlib = bytes("eJzLSM3JyVcozy/KSQEAGgsEXQ==")
    private static let raw = bytes("y0jNyclXKM8vykkBAA==")

    private static func bytes(_ base64: String) -> [UInt8] {
        Data(base64Encoded: base64).map { Array($0) } ?? []
    }

    private static func changed(_ body: [UInt8], at index: Int, to byte: UInt8) -> [UInt8] {
        var copy = body
        copy[index < 0 ? copy.count + index : index] = byte
        return copy
    }

    private static let members: [Scenario] = [
        gzip("gzip", hello, "200 hello "),
        gzip("gzip of two members", hello + world, "200 hello world"),
        gzip("gzip of three members", hello + hello + world, "200 hello hello world"),
        gzip("gzip with padding", world + [UInt8](repeating: 0, count: 512), "200 world"),
        gzip("gzip with names and a checksum of its head", flagged, "200 hello "),
        gzip("gzip of a stored block", bytes("H4sIAAAAAAAEAwELAPT/aGVsbG8gd29ybGSFEUoNCwAAAA=="), "200 hello world"),
        gzip("an empty body with gzip", [], "200"),
        Scenario(
            "gzip byte by byte",
            ServerScript([
                .request, .text("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n"), .drip(hello + world), .close,
            ]),
            ["200 hello world"]
        ),
        coded("gzip in capitals", "GZIP", world, "200 world"),
        coded("gzip with its old name", "x-gzip", world, "200 world"),
    ]

    private static let flagged = bytes("H4sIHgAAAAAAAwQAYWJjZG5hbWUAY29tbWVudADiSMtIzcnJVwAA9vmB7QYAAAA=")

    private static let invalid: [Scenario] = [
        gzip("gzip with garbage behind it", world + Array("garbage".utf8), "malformedResponse"),
        gzip("gzip cut in its head", Array(hello.prefix(5)), "malformedResponse"),
        gzip("gzip cut in its data", Array(hello.prefix(14)), "malformedResponse"),
        gzip("gzip cut in its checksum", Array(hello.dropLast(6)), "malformedResponse"),
        gzip("gzip cut in its second member", hello + world.prefix(14), "malformedResponse"),
        gzip("gzip with a wrong checksum", changed(world, at: -8, to: 0), "malformedResponse"),
        gzip("gzip with a wrong length", changed(world, at: -4, to: 9), "malformedResponse"),
        gzip("gzip with a wrong method", changed(world, at: 2, to: 7), "malformedResponse"),
        gzip("gzip with a reserved flag", changed(world, at: 3, to: 0x80), "malformedResponse"),
        gzip("gzip with an invalid block", changed(world, at: 10, to: 0x07), "malformedResponse"),
        gzip(
            "gzip with a copy from before its start",
            Array(world.prefix(10)) + [0x03, 0x02, 0x00],
            "malformedResponse"
        ),
        gzip("text in place of gzip", Array("this is not compressed".utf8), "malformedResponse"),
        gzip(
            "gzip with a long name",
            [0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 3] + [UInt8](repeating: 97, count: 200_000),
            "malformedResponse"
        ),
    ]

    private static let deflated: [Scenario] = [
        coded("deflate", "deflate", zlib, "200 hello world"),
        coded("deflate without a wrapper", "deflate", raw, "200 hello world"),
        coded("deflate with a wrong checksum", "deflate", changed(zlib, at: -1, to: 0), "malformedResponse"),
        coded("deflate cut in its data", "deflate", Array(zlib.prefix(8)), "malformedResponse"),
        coded("deflate with more behind it", "deflate", zlib + [1, 2, 3], "malformedResponse"),
    ]

    private static let others: [Scenario] = [
        coded("a coding that is not asked for", "zstd", [1, 2, 3], "malformedResponse"),
        coded("a coding that nobody knows", "foo", Array("hello".utf8), "malformedResponse"),
        coded("gzip twice", "gzip, gzip", hello, "malformedResponse"),
        coded("identity", "identity", Array("hello".utf8), "200 hello"),
        coded("an empty content coding", "", Array("hello".utf8), "200 hello"),
        bomb("gzip that expands without end", "gzip", [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]),
        bomb("deflate that expands without end", "deflate", [0x78, 0x9C]),
    ]

    /// A response of about a kilobyte for each megabyte of its content.
    private static func bomb(_ name: String, _ coding: String, _ head: [UInt8]) -> Scenario {
        let unit: [UInt8] =
            [236, 193, 129, 0, 0, 0, 0, 195, 32, 214, 249, 75, 28, 228, 85, 1] + [UInt8](repeating: 0, count: 968)
            + [175, 6, 0, 0, 255, 255]
        let start = Step.send(Array("HTTP/1.1 200 OK\r\ncontent-encoding: \(coding)\r\n\r\n".utf8) + head)
        return Scenario(name, ServerScript([.request, start, .sendForever(unit)]), ["tooLarge"])
    }
}
