import HTTPTypes
import SeededTesting
import Testing

@testable import APIRuntime

@Suite("Parts of a multipart response")
struct PartParserTests {
    private static func parser(maximumBytes: Int = 1 << 20) throws -> PartParser<[UInt8]> {
        var parser = PartParser<[UInt8]>(maximumBytes: maximumBytes) { (bytes) throws(DecodingFailure) in bytes }
        try parser.begin(RawResponse(status: 200, headers: [.contentType: "multipart/mixed; boundary=b"]))
        return parser
    }

    /// Returns the parts before the end or the failure of a response, and the reason of the failure.
    private static func read(
        _ chunks: [[UInt8]],
        maximumBytes: Int = 1 << 20
    ) throws -> (parts: [[UInt8]], failure: DecodingFailure.Reason?, work: Int) {
        var parser = try parser(maximumBytes: maximumBytes)
        var parts: [ResponsePart<[UInt8]>] = []
        do throws(DecodingFailure) {
            for chunk in chunks { try parser.push(chunk, into: &parts) }
            try parser.finish(into: &parts)
            return (parts.map(\.value), nil, parser.work)
        } catch {
            return (parts.map(\.value), error.reason, parser.work)
        }
    }

    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test("the largest limit for an element admits every part")
    func largestLimit() throws {
        let result = try Self.read([Self.bytes("--b\r\n\r\n1\r\n--b--")], maximumBytes: .max)
        #expect(result.parts == [Self.bytes("1")] && result.failure == nil)
    }

    @Test("a part in Base64 is decoded, and a transfer encoding that is not supported is a failure")
    func transferEncodings() throws {
        func read(_ encoding: String, _ content: String) throws -> (
            parts: [[UInt8]], failure: DecodingFailure.Reason?, work: Int
        ) {
            try Self.read([
                Self.bytes("--b\r\nContent-Transfer-Encoding: \(encoding)\r\n\r\n\(content)\r\n--b--")
            ])
        }
        #expect(try read("BASE64", "aGVs\r\nbG8=").parts == [Self.bytes("hello")])
        for encoding in ["7bit", "8bit", "binary"] {
            #expect(try read(encoding, "aGVsbG8=").parts == [Self.bytes("aGVsbG8=")])
        }
        for (encoding, content) in [("base64", "a b?"), ("quoted-printable", "=41")] {
            let result = try read(encoding, content)
            #expect(result.parts.isEmpty && result.failure == .mismatch)
        }
    }

    @Test("the boundary of a nested multipart may begin with the outer one, in chunks of any length")
    func longerBoundary() throws {
        let nested = "Content-Type: multipart/mixed; boundary=b-in\r\n\r\n--b-in\r\n\r\nx\r\n--b-in--\r\n--bb"
        let text = Self.bytes("--b \t\r\n\(nested)\r\n--b\r\n\r\n2\r\n--b--\r\n")
        let inner = Self.bytes(String(nested.split(separator: "\r\n\r\n", maxSplits: 1)[1]))
        for length in 1...text.count {
            let chunks = stride(from: 0, to: text.count, by: length).map { Array(text[$0...].prefix(length)) }
            let result = try Self.read(chunks)
            #expect(result.parts == [inner, Self.bytes("2")] && result.failure == nil, "length \(length)")
        }
    }

    @Test("the chunks of a response affect neither its parts nor its failure", arguments: 0..<10)
    func chunks(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let tokens = [
            "\r\n--b\r\n", "\r\n--b", "--b", "\r\n", "\r", "\n", "-", " ", "a", "\r\n\r\n", "A: 1\r\n\r\n", "--b--",
            "\r\n--b \t\r\n", "aaaaaaaaaaaaaaaa",
        ].map(Self.bytes)
        var (count, failures) = (0, Set<String>())
        for _ in 0..<200 {
            let body =
                Self.bytes("--b\r\n\r\n")
                + (0..<Int.random(in: 0...20, using: &random)).flatMap { _ in
                    tokens.randomElement(using: &random) ?? []
                }
            let whole = try Self.read([body], maximumBytes: 40)
            let single = try Self.read(body.map { [$0] }, maximumBytes: 40)
            let cut = Int.random(in: 0...body.count, using: &random)
            let halves = try Self.read([Array(body[..<cut]), Array(body[cut...])], maximumBytes: 40)
            let text = String(decoding: body, as: UTF8.self).debugDescription
            #expect(single.parts == whole.parts && single.failure == whole.failure, "\(text)")
            #expect(halves.parts == whole.parts && halves.failure == whole.failure, "\(text), cut at \(cut)")
            count += whole.parts.count
            failures.insert(whole.failure.map { "\($0)" } ?? "none")
        }
        #expect(count > 100 && failures.count >= 3, "\(count) parts, \(failures)")
    }

    @Test("a part may have as many bytes as the limit for an element")
    func limit() throws {
        // The line break before the part belongs to its head.
        for (length, failure) in [(36, nil), (37, DecodingFailure.Reason.tooLarge)] {
            let body = Self.bytes("--b\r\n\r\n" + String(repeating: "x", count: length) + "\r\n--b--")
            #expect(try Self.read([body], maximumBytes: 40).failure == failure)
            #expect(try Self.read(body.map { [$0] }, maximumBytes: 40).failure == failure)
        }
    }

    @Test("a boundary without the end of its line is refused after 1 KiB")
    func padding() throws {
        var parser = try Self.parser()
        var parts: [ResponsePart<[UInt8]>] = []
        try parser.push(Self.bytes("--b"), into: &parts)
        for _ in 0..<1_023 { try parser.push([0x20], into: &parts) }
        var ended = parser
        try ended.push(Self.bytes("\r\n\r\n1\r\n--b--"), into: &parts)
        #expect(parts.map(\.value) == [Self.bytes("1")])
        for _ in 0..<2 where (try? parser.push([0x20], into: &parts)) == nil { return }
        Issue.record("the line of a boundary has no limit")
    }

    /// A response that a server repeats in some way.
    struct Response: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let chunks: @Sendable (Int) -> [[UInt8]]
    }

    static let responses = [
        Response(testDescription: "small parts in one chunk") { count in
            [(0..<count).flatMap { _ in bytes("--b\r\n\r\n\r\n") }]
        },
        Response(testDescription: "small parts in single bytes") { count in
            (0..<count).flatMap { _ in bytes("--b\r\n\r\n\r\n").map { [$0] } }
        },
        Response(testDescription: "carriage returns in single bytes") { count in
            [bytes("--b\r\n\r\n")] + Array(repeating: [0x0D], count: count)
        },
        Response(testDescription: "beginnings of delimiters") { count in
            [bytes("--b\r\n\r\n")] + Array(repeating: bytes("\r\n--"), count: count)
        },
        Response(testDescription: "one large part in single bytes") { count in
            [bytes("--b\r\n\r\n")] + Array(repeating: [0x61], count: count)
        },
    ]

    @Test("twice as many bytes are at most twice the work", arguments: responses)
    func growth(_ response: Response) throws {
        let works = try [2_000, 4_000, 8_000].map { try Self.read(response.chunks($0)).work }
        for (work, next) in zip(works, works.dropFirst()) {
            #expect(Double(next) < 2.2 * Double(work), "\(works)")
        }
    }
}
