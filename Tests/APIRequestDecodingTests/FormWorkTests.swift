@_spi(Generated) import APIRuntime
import Testing

@testable import APIRequestDecoding

/// Tests that count the work of hostile forms instead of measuring its time.
@Suite("Work of decoding forms")
struct FormWorkTests {

    /// A form that a request repeats in some way.
    struct Form: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var encodings: [String: FormEncoding] = [:]
        let text: @Sendable (Int) -> String
    }

    static let forms = [
        Form(testDescription: "different names") { count in (0..<count).map { "n\($0)=1" }.joined(separator: "&") },
        Form(testDescription: "one name of objects in JSON") { count in
            Array(repeating: "items=%7B%7D", count: count).joined(separator: "&")
        },
        Form(testDescription: "one name of strings") { count in
            Array(repeating: "tags=x", count: count).joined(separator: "&")
        },
        Form(
            testDescription: "a delimited list",
            encodings: ["tags": FormEncoding(explode: false)]
        ) { count in "tags=" + Array(repeating: "x", count: count).joined(separator: ",") },
        Form(
            testDescription: "different names in brackets",
            encodings: ["map": FormEncoding(style: .deepObject)]
        ) { count in (0..<count).map { "map[n\($0)]=1" }.joined(separator: "&") },
        Form(
            testDescription: "elements without numbers",
            encodings: ["tags": FormEncoding(style: .deepObject)]
        ) { count in Array(repeating: "tags[]=x", count: count).joined(separator: "&") },
        Form(
            testDescription: "deep names",
            encodings: ["map": FormEncoding(style: .deepObject)]
        ) { count in
            (0..<count / 8).map { "map" + String(repeating: "[a\($0)]", count: 30) + "=1" }.joined(separator: "&")
        },
        Form(
            testDescription: "a list of objects in one string",
            encodings: ["items": FormEncoding(isJSON: true)]
        ) { count in "items=%5B" + Array(repeating: "%7B%7D", count: count).joined(separator: ",") + "%5D" },
    ]

    private static func work(_ form: Form, _ count: Int) throws -> Int {
        let work = TextWork()
        let limits = FormLimits(fields: 100_000)
        let items = try QueryText.items(inForm: Array(form.text(count).utf8), limits: limits)
        let tree = try FormReader(encodings: form.encodings, limits: limits, work: work).tree(items)
        // Whether the value fits its type does not matter for the work.
        _ = try? JSONCoding.decode(Target.self, from: tree, options: JSONReadingOptions(), work: work)
        return work.count
    }

    @Test("twice as many fields are at most twice the work", arguments: forms)
    func growth(_ form: Form) throws {
        let works = try [2_000, 4_000, 8_000, 16_000].map { try Self.work(form, $0) }
        for (work, next) in zip(works, works.dropFirst()) {
            #expect(Double(next) < 2.2 * Double(work), "\(works)")
        }
        #expect(works[3] < 40 * form.text(16_000).utf8.count)
    }

    @Test("a form is refused by the number of its fields before any is decoded")
    func limit() throws {
        let body = Array(repeating: "a=1", count: 11).joined(separator: "&&")
        #expect { try QueryText.items(inForm: Array(body.utf8), limits: FormLimits(fields: 10)) } throws: { error in
            (error as? DecodingFailure)?.reason == .tooLarge
        }
        #expect(try QueryText.items(inForm: Array(body.utf8), limits: FormLimits(fields: 11)).count == 11)
    }

    /// A form with a list of objects, a list of strings and a map.
    private struct Target: JSONModel {
        var items: [[String: Int]]?
        var tags: [String]?
        var map: [String: JSONValue]?
        static let keys: ObjectKeys = ["items", "tags", "map"]

        init(from object: inout ObjectReader) throws(DecodingFailure) {
            items = try object.optional(0)
            tags = try object.optional(1)
            map = try object.optional(2)
        }

        func write(to object: inout ObjectWriter) {
            object.put(0, items)
            object.put(1, tags)
            object.put(2, map)
        }
    }
}
